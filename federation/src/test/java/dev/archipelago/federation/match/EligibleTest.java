package dev.archipelago.federation.match;

import static dev.archipelago.federation.testing.TestingObjects.kind;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EligibleTest {

    private static boolean isTemplate(String type, String metadata) {
        Kind<AnyObject> kind = kind(type, metadata.contains("namespace:"));
        return Eligible.isTemplate(kind, read(kind, "{metadata: %s}".formatted(metadata)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1 ConfigMap | {name: a, namespace: shop}",
                "apps/v1 StatefulSet | {name: a, namespace: default}",
                "v1 Pod | {name: a, namespace: shop}",
                "v1 Namespace | {name: shop}",
                "v1 ServiceAccount | {name: mine, namespace: shop}",
                "v1 Secret | {name: default, namespace: shop}",
                "rbac.authorization.k8s.io/v1 ClusterRole | {name: a}",
                "example.com/v1 Event | {name: a, namespace: shop}",
                // Owned, but without a controller.
                "v1 ConfigMap | {name: a, namespace: shop, ownerReferences: [{kind: X, name: x, uid: x}]}",
            })
    void mayBePropagated(String kind, String metadata) {
        assertThat(isTemplate(kind, metadata)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Each cluster's own kinds.
                "v1 Event | {name: a, namespace: shop}",
                "v1 Node | {name: a}",
                "v1 Endpoints | {name: a, namespace: shop}",
                "discovery.k8s.io/v1 EndpointSlice | {name: a, namespace: shop}",
                "coordination.k8s.io/v1 Lease | {name: a, namespace: shop}",
                "apps/v1 ControllerRevision | {name: a, namespace: shop}",
                // The federation's own kinds.
                "cluster.karmada.io/v1alpha1 Cluster | {name: a}",
                "policy.karmada.io/v1alpha1 PropagationPolicy | {name: a, namespace: shop}",
                "work.karmada.io/v1alpha2 ResourceBinding | {name: a, namespace: shop}",
                "v1 Secret | {name: a, namespace: archipelago-system}",
                "v1 ConfigMap | {name: a, namespace: kube-system}",
                "v1 Namespace | {name: kube-system}",
                "v1 Namespace | {name: archipelago-system}",
                // The namespace where karmadactl puts the credentials of members.
                "v1 Secret | {name: a, namespace: karmada-cluster}",
                "v1 Namespace | {name: karmada-cluster}",
                "v1 Namespace | {name: default}",
                // Objects that every cluster creates.
                "v1 ServiceAccount | {name: default, namespace: shop}",
                "v1 ConfigMap | {name: kube-root-ca.crt, namespace: shop}",
                "v1 Service | {name: kubernetes, namespace: default}",
                "v1 Secret | {name: t, namespace: shop, annotations: {kubernetes.io/service-account.name: x}}",
                // Objects with a controller.
                "v1 Pod | {name: a, namespace: shop, ownerReferences: [{kind: X, name: x, uid: x, controller: true}]}",
            })
    void isNeverPropagated(String kind, String metadata) {
        assertThat(isTemplate(kind, metadata)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "v1 Namespace, true, true",
        "apps/v1 StatefulSet, true, false",
        "apps/v1 Deployment, true, false",
        "v1 Service, true, false",
        "v1 Secret, true, false",
        "batch/v1 Job, true, false",
        "v1 Pod, false, false",
        "v1 PersistentVolumeClaim, false, false",
        "rbac.authorization.k8s.io/v1 ClusterRole, false, false",
        "example.com/v1 Deployment, false, false",
    })
    void isPropagatedWithoutAPolicy(String type, boolean byDefault, boolean always) {
        assertThat(Eligible.isPropagatedByDefault(kind(type, true))).isEqualTo(byDefault);
        assertThat(Eligible.isPropagatedAlways(template(type, "{}"))).isEqualTo(always);
    }
}
