package dev.archipelago.federation.render;

import static dev.archipelago.federation.testing.TestingObjects.globalTemplate;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RendererTest {
    private static final Binding.Target TARGET = Binding.Target.of("c1", OptionalInt.of(2));
    private static final Binding.Target UNCOUNTED = Binding.Target.of("c1", OptionalInt.empty());

    private final Renderer renderer = new Renderer("sea");

    private Rendered render(Template template, Binding.Target target) {
        return renderer.render(template, target, object -> object);
    }

    private Rendered render(String kind, String yaml) {
        return render(template(kind, yaml), TARGET);
    }

    private static String annotation(Rendered rendered, String name) {
        return rendered.object().path("metadata").path("annotations").path(name).asString("");
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1 StatefulSet, '', web-c1",
        "apps/v1 StatefulSet, Global, web",
        "apps/v1 Deployment, '', web",
        "apps/v1 Deployment, Global, web",
        "v1 Service, '', web",
        "apps.example.com/v1 StatefulSet, '', web",
    })
    void onlyStatefulSetsWithOrdinalsOfTheirOwnAreCalledAfterTheirCluster(String kind, String identity, String name) {
        Binding.Target sliced = new Binding.Target("c1", OptionalInt.of(3), OptionalInt.of(0), OptionalInt.of(3));
        Rendered rendered = render(
                template(kind, "{metadata: {annotations: {archipelago.dev/identity: '%s'}}}".formatted(identity)),
                identity.equals("Global") ? sliced : TARGET);
        assertThat(rendered.key()).isEqualTo(new Key("shop", name));
        assertThat(rendered.object().path("metadata").path("name").asString()).isEqualTo(name);
        assertThat(rendered.object().path("metadata").path("namespace").asString())
                .isEqualTo("shop");
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1 StatefulSet, replicas",
        "apps/v1 Deployment, replicas",
        "batch/v1 Job, parallelism",
    })
    void hasTheReplicasOfItsCluster(String kind, String field) {
        assertThat(render(kind, "{spec: {%s: 9}}".formatted(field))
                        .object()
                        .path("spec")
                        .path(field)
                        .asInt())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apps/v1 StatefulSet | {metadata: {labels: {app: a}}} | web",
                "apps/v1 StatefulSet | {} | web",
                "apps/v1 StatefulSet | {metadata: {labels: {federated-statefulset: mine}}} | mine",
                "apps/v1 Deployment | {metadata: {labels: {app: a}}} | ''",
            })
    void podsOfASetSayWhichItIs(String kind, String pods, String label) {
        Rendered rendered = render(kind, "{spec: {template: %s}}".formatted(pods));
        assertThat(rendered.object()
                        .path("spec")
                        .path("template")
                        .path("metadata")
                        .path("labels")
                        .path("federated-statefulset")
                        .asString(""))
                .isEqualTo(label);
    }

    @Test
    void aJobHasThePartOfItsCluster() {
        Template job = template("batch/v1 Job", "{spec: {parallelism: 9, completions: 7}}");
        assertThat(render(job, TARGET.withCompletions(4)).object().path("spec"))
                .hasToString("{\"parallelism\":2,\"completions\":4}");
        assertThat(render(job, TARGET).object().path("spec").path("completions").asInt())
                .isEqualTo(7);
    }

    @Test
    void keepsWhatTheTemplateSaysWhereReplicasAreNotCounted() {
        Template daemon = template("apps/v1 DaemonSet", "{spec: {a: b}}");
        assertThat(render(daemon, UNCOUNTED).object().path("spec")).hasToString("{\"a\":\"b\"}");
    }

    @Test
    void hasTheOrdinalsOfItsCluster() {
        Template set = template(
                "apps/v1 StatefulSet",
                "{metadata: {annotations: {archipelago.dev/identity: Global}}, spec: {replicas: 9}}");
        Binding.Target second = new Binding.Target("c2", OptionalInt.of(3), OptionalInt.of(4), OptionalInt.of(5));
        assertThat(render(set, second).object().path("spec"))
                .hasToString("{\"replicas\":3,\"ordinals\":{\"start\":4}}");
    }

    @ParameterizedTest
    @CsvSource({"Global, false", "Local, true", "'', true"})
    void aSetIsNotRenderedWithAnotherIdentityThanItWasPlacedWith(String identity, boolean placedGlobally) {
        Template set = template(
                "apps/v1 StatefulSet",
                "{metadata: {annotations: {archipelago.dev/identity: '%s'}}}".formatted(identity));
        Binding.Target sliced = new Binding.Target("c1", OptionalInt.of(3), OptionalInt.of(4), OptionalInt.of(5));
        assertThatThrownBy(() -> render(set, placedGlobally ? sliced : TARGET))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("archipelago.dev/identity")
                .hasMessageContaining("create another StatefulSet");
    }

    @Test
    void isMarkedAsMadeByTheFederation() {
        Rendered rendered = render("apps/v1 StatefulSet", "{metadata: {uid: u1, labels: {a: b}}}");
        assertThat(rendered.object().path("metadata").path("labels"))
                .hasToString("{\"a\":\"b\",\"karmada.io/managed\":\"true\"}");
        assertThat(annotation(rendered, Names.FEDERATION)).isEqualTo("sea");
        assertThat(annotation(rendered, Names.TEMPLATE_UID)).isEqualTo("u1");
        assertThat(annotation(rendered, Names.BINDING_NAME)).isEqualTo("web-statefulset");
        assertThat(annotation(rendered, Names.RENDERED)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // kind | fields in the federation | fields that members get
                "v1 Service | {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ipFamilies: [IPv4],"
                        + " ipFamilyPolicy: SingleStack, healthCheckNodePort: 30001,"
                        + " ports: [{port: 80, nodePort: 30000}], type: LoadBalancer}"
                        + " | {ports: [{port: 80}], type: LoadBalancer}",
                "v1 Service | {clusterIP: None, clusterIPs: [None]} | {clusterIP: None, clusterIPs: [None]}",
                "v1 Namespace | {finalizers: [kubernetes]} | {}",
                "v1 PersistentVolumeClaim | {volumeName: pv1, storageClassName: fast} | {storageClassName: fast}",
                "v1 PersistentVolume | {claimRef: {name: x}, capacity: 1} | {capacity: 1}",
                "v1 Pod | {nodeName: n1, a: b} | {a: b}",
                "batch/v1 Job | {selector: {matchLabels: {controller-uid: x}},"
                        + " template: {metadata: {labels: {controller-uid: x, job-name: web,"
                        + " batch.kubernetes.io/controller-uid: x, batch.kubernetes.io/job-name: web, app: a}}}}"
                        + " | {template: {metadata: {labels: {app: a}}}}",
                "batch/v1 Job | {manualSelector: true, selector: {matchLabels: {job-name: x}}}"
                        + " | {manualSelector: true, selector: {matchLabels: {job-name: x}}}",
                "apps/v1 DaemonSet | {selector: {matchLabels: {a: b}}} | {selector: {matchLabels: {a: b}}}",
            })
    void leavesOutWhatServersAssign(String kind, String spec, String wanted) {
        Template template = template(kind, "{spec: %s}".formatted(spec));
        assertThat(render(template, UNCOUNTED).object().path("spec"))
                .hasToString(tree(wanted).toString());
    }

    @Test
    void leavesOutWhatServersWriteOfAnObject() {
        ObjectNode rendered = render(template("v1 ConfigMap", """
                                metadata:
                                  uid: u1
                                  resourceVersion: "7"
                                  generation: 3
                                  creationTimestamp: "2026-01-01T00:00:00Z"
                                  finalizers: [theirs]
                                  ownerReferences: [{name: x}]
                                  managedFields: [{manager: kubectl}]
                                  labels: {kubernetes.io/metadata.name: web, app: a}
                                  annotations:
                                    kubectl.kubernetes.io/last-applied-configuration: long
                                    deployment.kubernetes.io/revision: "3"
                                    note: hello
                                data: {a: b}
                                status: {x: y}
                                """), UNCOUNTED).object();
        assertThat(rendered.propertyNames()).containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "data");
        JsonNode metadata = rendered.path("metadata");
        assertThat(metadata.propertyNames()).containsExactlyInAnyOrder("namespace", "name", "labels", "annotations");
        assertThat(metadata.path("labels").propertyNames()).containsExactly("app", Names.MANAGED_LABEL);
        assertThat(metadata.path("annotations").propertyNames())
                .containsExactly("note", Names.FEDERATION, Names.TEMPLATE_UID, Names.BINDING_NAME, Names.RENDERED);
    }

    @Test
    void leavesOutTheTokensOfServiceAccounts() {
        Template account = template("v1 ServiceAccount", "{secrets: [{name: t}], imagePullSecrets: [{name: p}]}");
        ObjectNode rendered = render(account, UNCOUNTED).object();
        assertThat(rendered.has("secrets")).isFalse();
        assertThat(rendered.path("imagePullSecrets")).hasSize(1);
    }

    @Test
    void objectsInNoNamespaceStayInNone() {
        Rendered rendered = render(globalTemplate("v1 Namespace", "{metadata: {name: shop}}"), UNCOUNTED);
        assertThat(rendered.key()).isEqualTo(Key.global("shop"));
        assertThat(rendered.object().path("metadata").has("namespace")).isFalse();
        assertThat(annotation(rendered, Names.BINDING_NAME)).isEqualTo("shop-namespace");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // another template | whether the content differs | whether the pods do
                "{spec: {replicas: 5, template: {image: a}}} | false | false",
                // Each cluster has its own replica count.
                "{spec: {replicas: 6, template: {image: a}}} | false | false",
                "{metadata: {generation: 9, resourceVersion: '9'}, spec: {replicas: 5, template: {image: a}}}"
                        + " | false | false",
                "{spec: {replicas: 5, template: {image: a}}, status: {x: y}} | false | false",
                "{spec: {replicas: 5, template: {image: b}}} | true | true",
                "{spec: {replicas: 5, template: {image: a, more: x}}} | true | true",
                "{spec: {replicas: 5, other: x, template: {image: a}}} | true | false",
                "{metadata: {labels: {a: b}}, spec: {replicas: 5, template: {image: a}}} | true | false",
                "{metadata: {annotations: {a: b}}, spec: {replicas: 5, template: {image: a}}} | true | false",
            })
    void hashesTellWhatHasChanged(String other, boolean content, boolean pods) {
        Rendered before = render("apps/v1 StatefulSet", "{spec: {replicas: 5, template: {image: a}}}");
        Rendered after = render("apps/v1 StatefulSet", other);
        assertThat(!annotation(before, Names.RENDERED).equals(annotation(after, Names.RENDERED)))
                .isEqualTo(content);
        assertThat(!before.revision().equals(after.revision())).isEqualTo(pods);
        assertThat(annotation(after, Names.REVISION)).isEqualTo(after.revision());
    }

    @Test
    void anotherNumberOfReplicasIsAnotherContentWithTheSamePods() {
        Template set = template("apps/v1 StatefulSet", "{spec: {template: {image: a}}}");
        Rendered two = render(set, TARGET);
        Rendered three = render(set, TARGET.withReplicas(3));
        assertThat(annotation(two, Names.RENDERED)).isNotEqualTo(annotation(three, Names.RENDERED));
        assertThat(two.revision()).isEqualTo(three.revision());
    }

    @Test
    void overridesChangeTheObjectBeforeItIsHashed() {
        Template set = template("apps/v1 StatefulSet", "{spec: {template: {image: a}}}");
        Rendered plain = render(set, TARGET);
        Rendered overridden = renderer.render(set, TARGET, object -> {
            Json.child(Json.child(object, "spec"), "template").put("image", "b");
            return object;
        });
        assertThat(overridden.revision()).isNotEqualTo(plain.revision());
        assertThat(annotation(overridden, Names.RENDERED)).isNotEqualTo(annotation(plain, Names.RENDERED));
        assertThat(set.object()
                        .tree()
                        .path("spec")
                        .path("template")
                        .path("image")
                        .asString())
                .isEqualTo("a");
    }

    @Test
    void whatRunsNoPodsHasNoRevision() {
        Rendered rendered = render(template("v1 ConfigMap", "{data: {a: b}}"), UNCOUNTED);
        assertThat(rendered.revision()).isEmpty();
        assertThat(annotation(rendered, Names.REVISION)).isEmpty();
    }
}
