package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.json;
import static dev.archipelago.api.patch.TestingJson.object;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T0;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T1;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T2;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T3;
import static dev.archipelago.apiserver.apply.TestingManagedFields.owners;
import static dev.archipelago.apiserver.apply.TestingManagedFields.ownersWithoutTime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class FieldManagerApplyTest {
    private static final Manager KUBECTL = Manager.of("kubectl", "apps/v1");
    private static final Manager ALICE = Manager.of("alice", "apps/v1");
    private static final Manager BOB = Manager.of("bob", "apps/v1");

    private static ObjectNode deployment(String spec) {
        return object("{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'shop'}, spec: "
                + spec + "}");
    }

    private static ObjectNode containers(String containers) {
        return deployment("{template: {spec: {containers: " + containers + "}}}");
    }

    private static ObjectNode apply(@Nullable ObjectNode live, ObjectNode applied, Manager manager, Instant now) {
        return FieldManager.apply(live, applied, TestingKinds.DEPLOYMENT, manager, false, now);
    }

    private static ObjectNode force(@Nullable ObjectNode live, ObjectNode applied, Manager manager, Instant now) {
        return FieldManager.apply(live, applied, TestingKinds.DEPLOYMENT, manager, true, now);
    }

    private static ObjectNode update(@Nullable ObjectNode live, ObjectNode updated, Manager manager, Instant now) {
        FieldManager.update(live, updated, TestingKinds.DEPLOYMENT, manager, now);
        return updated;
    }

    private static ApiException refused(@Nullable ObjectNode live, ObjectNode applied, Manager manager) {
        ApiException error = catchThrowableOfType(ApiException.class, () -> apply(live, applied, manager, T3));
        assertThat(error).isNotNull();
        return error;
    }

    @Test
    void createsWhatIsNotThere() {
        ObjectNode created = apply(null, deployment("{replicas: 1}"), ALICE, T0);

        assertThat(created.path("spec")).isEqualTo(json("{replicas: 1}"));
        assertThat(created.path("metadata").path("name").asString()).isEqualTo("web");
        assertThat(owners(created))
                .containsExactly("alice Apply 2026-01-01T00:00:00Z {\"f:spec\":{\"f:replicas\":{}}}");
    }

    @Test
    void doesNotModifyItsArguments() {
        ObjectNode live = apply(null, deployment("{replicas: 1, paused: true}"), ALICE, T0);
        ObjectNode liveBefore = live.deepCopy();
        ObjectNode applied = deployment("{replicas: 2}");
        ObjectNode appliedBefore = applied.deepCopy();

        apply(live, applied, ALICE, T1);

        assertThat(live).isEqualTo(liveBefore);
        assertThat(applied).isEqualTo(appliedBefore);
    }

    @Test
    void applyingTheSameAgainChangesNothing() {
        ObjectNode live = apply(null, containers("[{name: 'a', image: 'x', ports: [{containerPort: 80}]}]"), ALICE, T0);
        // The server fills in defaults, which nobody owns.
        ((ObjectNode) live.at("/spec/template/spec/containers/0/ports/0")).put("protocol", "TCP");

        ObjectNode again =
                apply(live, containers("[{name: 'a', image: 'x', ports: [{containerPort: 80}]}]"), ALICE, T1);

        assertThat(again).isSameAs(live);
    }

    @Test
    void refusesToTakeFieldsOfOthers() {
        ObjectNode live =
                update(null, deployment("{replicas: 3}"), Manager.of("kubectl-client-side-apply", "apps/v1"), T0);

        ApiException error = refused(live, deployment("{replicas: 1}"), ALICE);

        assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(error.getMessage())
                .isEqualTo(
                        "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using apps/v1: .spec.replicas");
        assertThat(error.details().causes())
                .containsExactly(new Cause(
                        "FieldManagerConflict",
                        "conflict with \"kubectl-client-side-apply\" using apps/v1",
                        ".spec.replicas"));
    }

    @Test
    void listsAllConflictsByManager() {
        ObjectNode live =
                update(null, containers("[{name: 'a', image: 'x', ports: [{containerPort: 80, name: 'p'}]}]"), BOB, T0);
        live = apply(live, deployment("{replicas: 3}"), Manager.of("scaler", "apps/v1"), T1);

        ApiException error = refused(live, deployment("""
                {replicas: 1, template: {spec: {containers: [
                 {name: 'a', image: 'y', ports: [{containerPort: 80, name: 'q'}]}]}}}"""), ALICE);

        assertThat(error.getMessage()).isEqualTo("""
                Apply failed with 3 conflicts: conflicts with "bob" using apps/v1:
                - .spec.template.spec.containers[name="a"].image
                - .spec.template.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"].name
                conflicts with "scaler":
                - .spec.replicas""");
        assertThat(error.details().causes()).hasSize(3);
    }

    @Test
    void takesFieldsByForce() {
        ObjectNode live = apply(null, deployment("{replicas: 3, paused: true}"), BOB, T0);

        ObjectNode forced = force(live, deployment("{replicas: 1}"), ALICE, T1);

        assertThat(forced.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(owners(forced))
                .containsExactly(
                        "bob Apply 2026-01-01T00:00:00Z {\"f:spec\":{\"f:paused\":{}}}",
                        "alice Apply 2026-01-01T00:00:01Z {\"f:spec\":{\"f:replicas\":{}}}");
    }

    @Test
    void appliersOfTheSameValueShareTheField() {
        ObjectNode live = apply(null, deployment("{replicas: 3, paused: true}"), ALICE, T0);
        live = apply(live, deployment("{replicas: 3}"), BOB, T1);

        assertThat(ownersWithoutTime(live))
                .containsExactly(
                        "alice Apply {\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}",
                        "bob Apply {\"f:spec\":{\"f:replicas\":{}}}");
        assertThat(refused(live, deployment("{replicas: 4}"), ALICE).getMessage())
                .contains("conflict with \"bob\"");

        live = apply(live, object("{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}}"), BOB, T2);
        assertThat(live.at("/spec/replicas").asInt()).as("alice still wants it").isEqualTo(3);

        live = apply(live, deployment("{paused: true}"), ALICE, T3);
        assertThat(live.path("spec")).isEqualTo(json("{paused: true}"));
        assertThat(ownersWithoutTime(live)).containsExactly("alice Apply {\"f:spec\":{\"f:paused\":{}}}");
    }

    @Test
    void applyThatChangesOnlyOwnershipChangesNoTime() {
        ObjectNode live = apply(null, deployment("{replicas: 3, paused: true}"), ALICE, T0);
        live = apply(live, deployment("{replicas: 3, paused: true}"), BOB, T1);

        ObjectNode result = apply(live, deployment("{replicas: 3}"), BOB, T2);

        assertThat(result.path("spec")).isSameAs(live.path("spec"));
        assertThat(owners(result))
                .containsExactly(
                        "alice Apply 2026-01-01T00:00:00Z {\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}",
                        "bob Apply 2026-01-01T00:00:01Z {\"f:spec\":{\"f:replicas\":{}}}");
    }

    @Test
    void fieldGivenUpStaysIfAnUpdaterOwnsIt() {
        ObjectNode live = apply(null, deployment("{replicas: 3}"), ALICE, T0);
        live = update(live, with(live, "/spec", "replicas", json("5")), Manager.of("hpa", "apps/v1"), T1);

        assertThat(ownersWithoutTime(live)).containsExactly("hpa Update {\"f:spec\":{\"f:replicas\":{}}}");

        live = apply(live, deployment("{paused: true}"), ALICE, T2);
        assertThat(live.path("spec")).isEqualTo(json("{replicas: 5, paused: true}"));
    }

    @Test
    void structGivenUpGoesWithItsDefaults() {
        ObjectNode live = apply(null, deployment("{replicas: 1, strategy: {rollingUpdate: {maxSurge: 1}}}"), ALICE, T0);
        ((ObjectNode) live.at("/spec/strategy")).put("type", "RollingUpdate");

        ObjectNode result = apply(live, deployment("{replicas: 1}"), ALICE, T1);

        assertThat(result.path("spec")).isEqualTo(json("{replicas: 1}"));
    }

    @Test
    void nameStaysWhenAllElseInTheMetadataIsGivenUp() {
        ObjectNode first = deployment("{replicas: 1}");
        ((ObjectNode) first.path("metadata")).set("annotations", json("{a: 'b'}"));
        ObjectNode live = apply(null, first, ALICE, T0);

        ObjectNode result = apply(live, deployment("{replicas: 1}"), ALICE, T1);

        assertThat(result.path("metadata").properties().stream().map(field -> field.getKey()))
                .containsExactly("name", "namespace", "managedFields");
    }

    @Test
    void itemsOfAListHaveTheirOwners() {
        ObjectNode live = apply(null, containers("[{name: 'a', image: 'x'}]"), ALICE, T0);
        live = apply(live, containers("[{name: 'b', image: 'y', env: [{name: 'E', value: '1'}]}]"), BOB, T1);

        assertThat(live.at("/spec/template/spec/containers"))
                .isEqualTo(json("[{name: 'a', image: 'x'}, {name: 'b', image: 'y', env: [{name: 'E', value: '1'}]}]"));

        live = apply(live, containers("[{name: 'b', env: [{name: 'F', value: '2'}]}]"), BOB, T2);
        assertThat(live.at("/spec/template/spec/containers"))
                .isEqualTo(json("[{name: 'a', image: 'x'}, {name: 'b', env: [{name: 'F', value: '2'}]}]"));

        live = apply(live, containers("[{name: 'a', image: 'x'}, {name: 'b'}]"), ALICE, T3);
        live = apply(live, deployment("{}"), BOB, T3);
        assertThat(live.at("/spec/template/spec/containers"))
                .as("alice shares the item now")
                .isEqualTo(json("[{name: 'a', image: 'x'}, {name: 'b'}]"));

        live = apply(live, containers("[{name: 'b'}]"), ALICE, T3);
        assertThat(live.at("/spec/template/spec/containers")).isEqualTo(json("[{name: 'b'}]"));
    }

    @Test
    void itemGivenUpGoesEvenIfSomeoneChangedAFieldInIt() {
        ObjectNode live = apply(null, containers("[{name: 'a', image: 'x'}, {name: 'b', image: 'y'}]"), ALICE, T0);
        ObjectNode changed = live.deepCopy();
        ((ObjectNode) changed.at("/spec/template/spec/containers/1")).put("image", "z");
        live = update(live, changed, BOB, T1);

        live = apply(live, containers("[{name: 'a', image: 'x'}]"), ALICE, T2);

        assertThat(live.at("/spec/template/spec/containers")).isEqualTo(json("[{name: 'a', image: 'x'}]"));
        assertThat(ownersWithoutTime(live)).noneMatch(line -> line.startsWith("bob"));
    }

    @Test
    void itemsOfASetHaveTheirOwners() {
        ObjectNode live = apply(null, finalizers("['a/1', 'b/2']"), ALICE, T0);
        live = apply(live, finalizers("['b/2', 'c/3']"), BOB, T1);
        assertThat(live.at("/metadata/finalizers")).isEqualTo(json("['a/1', 'b/2', 'c/3']"));

        live = apply(live, finalizers("[]"), ALICE, T2);
        assertThat(live.at("/metadata/finalizers")).isEqualTo(json("['b/2', 'c/3']"));

        live = apply(live, deployment("{}"), BOB, T3);
        assertThat(live.at("/metadata").has("finalizers")).isFalse();
    }

    @Test
    void atomicListsAreOwnedWhole() {
        ObjectNode live = apply(null, containers("[{name: 'a', args: ['x', 'y']}]"), ALICE, T0);

        ApiException error = refused(live, containers("[{name: 'a', args: ['x']}]"), BOB);

        assertThat(error.getMessage())
                .endsWith("conflict with \"alice\": .spec.template.spec.containers[name=\"a\"].args");
        live = force(live, containers("[{name: 'a', args: ['x']}]"), BOB, T1);
        assertThat(live.at("/spec/template/spec/containers/0/args")).isEqualTo(json("['x']"));
    }

    @Test
    void selectorsAreOwnedWhole() {
        ObjectNode live = apply(null, deployment("{selector: {matchLabels: {a: '1'}}}"), ALICE, T0);

        assertThat(refused(live, deployment("{selector: {matchLabels: {a: '1', b: '2'}}}"), BOB)
                        .getMessage())
                .endsWith("conflict with \"alice\": .spec.selector");
    }

    @Test
    void objectWithoutManagedFieldsBelongsToNobodyInParticular() {
        ObjectNode live = deployment("{replicas: 3, paused: true}");

        assertThat(refused(live, deployment("{replicas: 1}"), ALICE).getMessage())
                .isEqualTo(
                        "Apply failed with 1 conflict: conflict with \"before-first-apply\" using apps/v1: .spec.replicas");
        assertThat(ownersWithoutTime(apply(live, deployment("{replicas: 3}"), ALICE, T1)))
                .containsExactly(
                        "alice Apply {\"f:spec\":{\"f:replicas\":{}}}",
                        "before-first-apply Update {\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}");
    }

    @Test
    void subresourcesAreKeptApart() {
        ObjectNode live = apply(null, deployment("{replicas: 1}"), ALICE, T0);
        ObjectNode status =
                object("{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, status: {replicas: 1}}");

        live = FieldManager.apply(
                live,
                status,
                TestingKinds.DEPLOYMENT,
                new Manager("alice", "apps/v1", "status"),
                FieldSet.ofFields("spec"),
                false,
                T1);

        assertThat(owners(live))
                .containsExactly(
                        "alice Apply 2026-01-01T00:00:00Z {\"f:spec\":{\"f:replicas\":{}}}",
                        "alice/status Apply 2026-01-01T00:00:01Z {\"f:status\":{\"f:replicas\":{}}}");
    }

    @Test
    void ignoredFieldsAreNotOwned() {
        ObjectNode applied = deployment("{replicas: 1}");
        applied.set("status", json("{replicas: 7}"));

        ObjectNode created = FieldManager.apply(
                null, applied, TestingKinds.DEPLOYMENT, ALICE, FieldSet.ofFields("status"), false, T0);

        assertThat(ownersWithoutTime(created)).containsExactly("alice Apply {\"f:spec\":{\"f:replicas\":{}}}");
    }

    @Test
    void scalingTakesTheReplicasFromTheApplier() {
        ObjectNode live = apply(null, deployment("{replicas: 1, paused: true}"), ALICE, T0);
        Manager scaler = new Manager("kubectl", "apps/v1", "scale");
        live = update(live, with(live, "/spec", "replicas", json("5")), scaler, T1);

        assertThat(owners(live))
                .containsExactly(
                        "alice Apply 2026-01-01T00:00:00Z {\"f:spec\":{\"f:paused\":{}}}",
                        "kubectl/scale Update 2026-01-01T00:00:01Z {\"f:spec\":{\"f:replicas\":{}}}");
        assertThat(refused(live, deployment("{replicas: 1, paused: true}"), ALICE)
                        .getMessage())
                .isEqualTo("Apply failed with 1 conflict: conflict with \"kubectl\" with subresource \"scale\""
                        + " using apps/v1: .spec.replicas");
        assertThat(ManagedFields.of(live).encodeForScale("spec", "replicas")).isEqualTo(json("""
                [{manager: 'kubectl', operation: 'Update', apiVersion: 'autoscaling/v1', time: '2026-01-01T00:00:01Z',
                  fieldsType: 'FieldsV1', fieldsV1: {'f:spec': {'f:replicas': {}}}, subresource: 'scale'}]"""));
    }

    @Test
    void managersOfOtherVersionsKeepTheirs() {
        ObjectNode live = update(null, deployment("{replicas: 1}"), Manager.of("old", "apps/v1beta1"), T0);
        live = apply(live, deployment("{paused: true}"), ALICE, T1);
        ObjectNode beta = deployment("{paused: true}").put("apiVersion", "apps/v1beta2");
        ObjectNode again = apply(live, beta, Manager.of("alice", "apps/v1beta2"), T2);

        assertThat(again.at("/metadata/managedFields/0/apiVersion").asString()).isEqualTo("apps/v1beta2");
        assertThat(again.at("/metadata/managedFields/1/apiVersion").asString()).isEqualTo("apps/v1beta1");
        assertThat(again.at("/metadata/managedFields")).hasSize(2);
    }

    @Test
    void kubectlGoesOverFromClientSideApplyWithoutConflict() {
        ObjectNode live =
                update(null, deployment("{replicas: 3}"), Manager.of("kubectl-client-side-apply", "apps/v1"), T0);
        ObjectNode annotated = withLastApplied(live, deployment("{replicas: 3}").toString());
        live = update(live, annotated, Manager.of("kubectl-client-side-apply", "apps/v1"), T0);

        assertThat(refused(live, deployment("{replicas: 1}"), ALICE).getMessage())
                .contains("1 conflict");
        ObjectNode migrated = apply(live, deployment("{replicas: 1}"), KUBECTL, T1);

        assertThat(migrated.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(migrated.path("metadata")
                        .path("annotations")
                        .path("kubectl.kubernetes.io/last-applied-configuration")
                        .asString())
                .as("kept up to date for those who go back")
                .isEqualTo(
                        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"},"
                                + "\"spec\":{\"replicas\":1}}\n");
        assertThat(ownersWithoutTime(migrated).getFirst()).isEqualTo("kubectl Apply {\"f:spec\":{\"f:replicas\":{}}}");
        assertThat(ownersWithoutTime(migrated).get(1)).startsWith("kubectl-client-side-apply Update {\"f:metadata\"");
    }

    @Test
    void lastConfigurationAllowsOnlyWhatIsStillAsItSays() {
        ObjectNode live = update(null, deployment("{replicas: 3, paused: true}"), BOB, T0);
        live = withLastApplied(live, deployment("{replicas: 2, paused: true}").toString());

        assertThat(refused(live, deployment("{replicas: 1, paused: false}"), KUBECTL)
                        .getMessage())
                .isEqualTo("Apply failed with 1 conflict: conflict with \"bob\" using apps/v1: .spec.replicas");
        ObjectNode garbled = withLastApplied(live, "{");
        assertThat(refused(garbled, deployment("{replicas: 1, paused: false}"), KUBECTL)
                        .getMessage())
                .contains("2 conflicts");
    }

    @Test
    void refusesConfigurationsThatCannotBeMerged() {
        assertThat(refused(null, containers("[{name: 'a', env: [{name: 'E'}, {name: 'E'}]}]"), ALICE)
                        .getMessage())
                .isEqualTo("failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): "
                        + ".spec.template.spec.containers[name=\"a\"].env: duplicate entries for key [name=\"E\"]");
        assertThat(refused(null, containers("[{image: 'x'}]"), ALICE).getMessage())
                .contains(
                        ".spec.template.spec.containers: element 0: associative list with keys has an element that omits"
                                + " all key fields [name]");
        assertThat(refused(null, containers("['x']"), ALICE).getMessage()).contains("may not have non-map elements");
        assertThat(refused(null, finalizers("['a', 'a']"), ALICE).getMessage())
                .contains(".metadata.finalizers: duplicate entries for key [=\"a\"]");
        assertThat(refused(null, deployment("{replica: 1, foo: 2}"), ALICE).getMessage())
                .endsWith(
                        "errors:\n  .spec.replica: field not declared in schema\n  .spec.foo: field not declared in schema");
        assertThat(refused(null, deployment("'x'"), ALICE).getMessage()).endsWith(".spec: expected map, got \"x\"");
        assertThat(refused(null, deployment("{template: {spec: {containers: {}}}}"), ALICE)
                        .getMessage())
                .endsWith(".spec.template.spec.containers: expected list, got {}");
        assertThat(refused(null, deployment("{replicas: [1]}"), ALICE).getMessage())
                .endsWith("expected scalar, got [1]");
        assertThat(refused(null, deployment("{replicas: [1]}"), ALICE).reason()).isEqualTo(Reason.BAD_REQUEST);
    }

    @Test
    void refusesRequestsThatDoNotFit() {
        assertThat(refused(null, deployment("{}"), Manager.of("alice", "apps/v1beta1"))
                        .getMessage())
                .isEqualTo(
                        "Incorrect version specified in apply patch. Specified patch version: apps/v1, expected: apps/v1beta1");
        ObjectNode applied = deployment("{}");
        applied.withObjectProperty("metadata").set("managedFields", json("[]"));
        assertThat(refused(null, applied, ALICE).getMessage()).isEqualTo("metadata.managedFields must be nil");
    }

    private static ObjectNode finalizers(String finalizers) {
        ObjectNode applied = deployment("{}");
        applied.withObjectProperty("metadata").set("finalizers", json(finalizers));
        return applied;
    }

    private static ObjectNode with(ObjectNode object, String parent, String field, JsonNode value) {
        ObjectNode copy = object.deepCopy();
        ((ObjectNode) copy.at(parent)).set(field, value);
        return copy;
    }

    private static ObjectNode withLastApplied(ObjectNode object, String configuration) {
        ObjectNode copy = object.deepCopy();
        copy.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put("kubectl.kubernetes.io/last-applied-configuration", configuration);
        return copy;
    }
}
