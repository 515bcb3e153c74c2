package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Override policies applied with kubectl, and the resulting objects in members.
class OverridesIT {
    private static final List<String> APPLY = List.of("apply");
    private static final String MAIN = ".spec.template.spec.containers[0]";

    @TempDir
    private static Path home;

    private static TestingFederation federation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        federation = TestingFederation.start(home);
        kubectl = federation.kubectl();
        kubectl.ok("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, labels: {team: blue}, annotations: {note: first}}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      containers:
                      - {name: main, image: 'docker.io/shop/web:1.0', command: [run], args: [a, b]}
                """, APPLY);
        kubectl.ok("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings}
                data:
                  app.json: '{"db": {"host": "local", "ports": [1, 2]}}'
                  app.yaml: "db: {host: local}"
                """, APPLY);
        federation.awaitMembers("deployment/web", ".metadata.labels.team", "c1=blue c2=blue c3=blue");
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    private static String policy(String kind, String name, String selected, String cluster, String overriders) {
        return """
                apiVersion: policy.karmada.io/v1alpha1
                kind: %s
                metadata: {name: %s}
                spec:
                  resourceSelectors: [%s]
                  overrideRules:
                  - targetCluster: {clusterNames: [%s]}
                    overriders: %s
                """.formatted(kind, name, selected, cluster, overriders);
    }

    private static final String WEB = "{apiVersion: apps/v1, kind: Deployment, name: web}";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            registry    | {imageOverrider: [{component: Registry, operator: replace, value: mirror.example}]} | .image | mirror.example/shop/web:1.0 | docker.io/shop/web:1.0
            repository  | {imageOverrider: [{component: Repository, operator: replace, value: shop/site}]} | .image | docker.io/shop/site:1.0 | docker.io/shop/web:1.0
            tag         | {imageOverrider: [{component: Tag, operator: replace, value: '2.0'}]} | .image | docker.io/shop/web:2.0 | docker.io/shop/web:1.0
            no-tag      | {imageOverrider: [{component: Tag, operator: remove}]} | .image | docker.io/shop/web | docker.io/shop/web:1.0
            at-path     | {imageOverrider: [{predicate: {path: /spec/template/spec/containers/0/image}, component: Tag, operator: replace, value: '3.0'}]} | .image | docker.io/shop/web:3.0 | docker.io/shop/web:1.0
            command     | {commandOverrider: [{containerName: main, operator: add, value: [--fast]}]} | .command | ["run","--fast"] | ["run"]
            no-args     | {argsOverrider: [{containerName: main, operator: remove, value: [a]}]} | .args | ["b"] | ["a","b"]
            args        | {argsOverrider: [{containerName: main, operator: add, value: [c]}]} | .args | ["a","b","c"] | ["a","b"]
            plaintext   | {plaintext: [{path: /spec/template/spec/containers/0/name, operator: replace, value: first}]} | .name | first | main
            """)
    void changesContainers(String name, String overriders, String field, String changed, String plain)
            throws Exception {
        for (String kind : List.of("OverridePolicy", "ClusterOverridePolicy")) {
            String selected = kind.startsWith("Cluster") ? WEB.replace("name:", "namespace: default, name:") : WEB;
            kubectl.ok(policy(kind, name, selected, "c2", overriders), APPLY);
            federation.awaitMembers(
                    "deployment/web", MAIN + field, "c1=%2$s c2=%1$s c3=%2$s".formatted(changed, plain));
            kubectl.ok("delete", kind.toLowerCase(java.util.Locale.ROOT), name);
            federation.awaitMembers("deployment/web", MAIN + field, "c1=%1$s c2=%1$s c3=%1$s".formatted(plain));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            added-label     | {labelsOverrider: [{operator: add, value: {place: north}}]} | .metadata.labels.place | north | ''
            replaced-label  | {labelsOverrider: [{operator: replace, value: {team: red}}]} | .metadata.labels.team | red | blue
            removed-label   | {labelsOverrider: [{operator: remove, value: {team: ''}}]} | .metadata.labels.team | '' | blue
            added-note      | {annotationsOverrider: [{operator: add, value: {place: north}}]} | .metadata.annotations.place | north | ''
            replaced-note   | {annotationsOverrider: [{operator: replace, value: {note: second}}]} | .metadata.annotations.note | second | first
            removed-note    | {annotationsOverrider: [{operator: remove, value: {note: ''}}]} | .metadata.annotations.note | '' | first
            """)
    void changesMetadata(String name, String overriders, String field, String changed, String plain) throws Exception {
        kubectl.ok(policy("OverridePolicy", name, WEB, "c2", overriders), APPLY);
        federation.awaitMembers("deployment/web", field, "c1=%2$s c2=%1$s c3=%2$s".formatted(changed, plain));
        kubectl.ok("delete", "overridepolicy", name);
        federation.awaitMembers("deployment/web", field, "c1=%1$s c2=%1$s c3=%1$s".formatted(plain));
    }

    @Test
    void changesDocumentsInsideFields() throws Exception {
        String selected = "{apiVersion: v1, kind: ConfigMap, name: settings}";
        kubectl.ok(policy("OverridePolicy", "json", selected, "c3", """
                        {fieldOverrider: [
                          {fieldPath: /data/app.json, json: [{subPath: /db/host, operator: replace, value: far}]},
                          {fieldPath: /data/app.yaml, yaml: [{subPath: /db/host, operator: replace, value: far}]}]}
                        """.replace('\n', ' ')), APPLY);
        TestingFederation.await(
                () -> assertThat(kubectl.ok("--context=c3", "get", "configmap", "settings", "-o", "jsonpath={.data}"))
                        .contains("\\\"host\\\":\\\"far\\\"", "host: far"));
        assertThat(kubectl.ok("--context=c1", "get", "configmap", "settings", "-o", "jsonpath={.data}"))
                .doesNotContain("far");
        kubectl.ok("delete", "overridepolicy", "json");
    }

    @Test
    void letsTheMostSpecificOfSeveralHaveTheLastWord() throws Exception {
        String all = "{apiVersion: apps/v1, kind: Deployment}";
        kubectl.ok(policy("ClusterOverridePolicy", "order-z", WEB, "c1", tag("cluster-wide")), APPLY);
        federation.awaitMembers("deployment/web", MAIN + ".image", images("docker.io/shop/web:cluster-wide"));
        kubectl.ok(policy("OverridePolicy", "order-m", WEB, "c1", tag("by-name")), APPLY);
        federation.awaitMembers("deployment/web", MAIN + ".image", images("docker.io/shop/web:by-name"));
        kubectl.ok(policy("OverridePolicy", "order-y", all, "c1", tag("any")), APPLY);
        kubectl.ok(policy("OverridePolicy", "order-n", WEB, "c1", tag("by-name-too")), APPLY);
        federation.awaitMembers("deployment/web", MAIN + ".image", images("docker.io/shop/web:by-name-too"));
        kubectl.ok("delete", "overridepolicy", "order-m", "order-n", "order-y");
        federation.awaitMembers("deployment/web", MAIN + ".image", images("docker.io/shop/web:cluster-wide"));
        kubectl.ok("delete", "clusteroverridepolicy", "order-z");
        federation.awaitMembers("deployment/web", MAIN + ".image", images("docker.io/shop/web:1.0"));
    }

    private static String tag(String tag) {
        return "{imageOverrider: [{component: Tag, operator: replace, value: %s}]}".formatted(tag);
    }

    private static String images(String ofFirst) {
        return "c1=" + ofFirst + " c2=docker.io/shop/web:1.0 c3=docker.io/shop/web:1.0";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {imageOverrider: [{component: Digest, operator: replace, value: x}]} | spec.overrideRules[0].overriders.imageOverrider[0].component
            {labelsOverrider: [{operator: double, value: {a: b}}]} | spec.overrideRules[0].overriders.labelsOverrider[0].operator
            {commandOverrider: [{operator: add, value: [a]}]} | spec.overrideRules[0].overriders.commandOverrider[0].containerName
            """)
    void refusesWhatMeansNothing(String overriders, String field) {
        assertThat(kubectl.refused(policy("OverridePolicy", "wrong", WEB, "c1", overriders), List.of("create")))
                .contains("is invalid", field);
    }
}
