package dev.archipelago.federation.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DependenciesTest {
    private static String needs(String object) {
        return Dependencies.of(TestingTemplates.tree(object)).stream()
                .map(needed -> needed.kind() + '/' + needed.name())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            containers: [{name: a}] | ''
            serviceAccountName: robot | ServiceAccount/robot
            imagePullSecrets: [{name: pull}, {name: more}] | Secret/more Secret/pull
            volumes: [{name: v, configMap: {name: conf}}] | ConfigMap/conf
            volumes: [{name: v, secret: {secretName: key}}] | Secret/key
            volumes: [{name: v, persistentVolumeClaim: {claimName: disk}}] | PersistentVolumeClaim/disk
            volumes: [{name: v, projected: {sources: [{configMap: {name: conf}}, {secret: {name: key}}, {downwardAPI: {}}]}}] | ConfigMap/conf Secret/key
            volumes: [{name: v, csi: {driver: d, nodePublishSecretRef: {name: key}}}] | Secret/key
            volumes: [{name: v, azureFile: {secretName: key}}] | Secret/key
            volumes: [{name: v, rbd: {secretRef: {name: key}}}] | Secret/key
            volumes: [{name: v, emptyDir: {}}] | ''
            containers: [{env: [{name: A, value: b}, {name: B, valueFrom: {configMapKeyRef: {name: conf, key: k}}}]}] | ConfigMap/conf
            containers: [{env: [{name: A, valueFrom: {secretKeyRef: {name: key, key: k}}}]}] | Secret/key
            containers: [{envFrom: [{configMapRef: {name: conf}}, {secretRef: {name: key}}]}] | ConfigMap/conf Secret/key
            initContainers: [{envFrom: [{configMapRef: {name: conf}}]}] | ConfigMap/conf
            serviceAccountName: a, containers: [{envFrom: [{configMapRef: {name: conf}}]}, {envFrom: [{configMapRef: {name: conf}}]}] | ConfigMap/conf ServiceAccount/a
            """)
    void ofPods(String pod, String expected) {
        assertThat(needs("{apiVersion: v1, kind: Pod, spec: {" + pod + "}}")).isEqualTo(expected);
        assertThat(needs("{apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {" + pod + "}}}}"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1, Deployment",
        "apps/v1, StatefulSet",
        "apps/v1, DaemonSet",
        "apps/v1, ReplicaSet",
        "batch/v1, Job"
    })
    void ofWhateverMakesPods(String apiVersion, String kind) {
        assertThat(needs("{apiVersion: %s, kind: %s, spec: {template: {spec: {serviceAccountName: a}}}}"
                        .formatted(apiVersion, kind)))
                .isEqualTo("ServiceAccount/a");
    }

    @Test
    void ofJobsThatAreMadeByTheClock() {
        assertThat(needs("""
                {apiVersion: batch/v1, kind: CronJob,
                 spec: {jobTemplate: {spec: {template: {spec: {serviceAccountName: a}}}}}}
                """)).isEqualTo("ServiceAccount/a");
        assertThat(needs("{apiVersion: v1, kind: Service, spec: {template: {spec: {serviceAccountName: a}}}}"))
                .isEmpty();
    }

    @Test
    void claimsThatASetMakesAreItsOwnAffair() {
        assertThat(needs("""
                apiVersion: apps/v1
                kind: StatefulSet
                spec:
                  volumeClaimTemplates: [{metadata: {name: data}}]
                  template:
                    spec:
                      volumes:
                      - {name: data, persistentVolumeClaim: {claimName: data}}
                      - {name: shared, persistentVolumeClaim: {claimName: shared}}
                """)).isEqualTo("PersistentVolumeClaim/shared");
    }
}
