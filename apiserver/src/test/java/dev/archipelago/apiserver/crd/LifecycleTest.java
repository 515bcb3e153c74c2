package dev.archipelago.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class LifecycleTest {
    private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Instant LATER = FIRST.plusSeconds(60);

    @Test
    void goesFromWrittenDownToServed() {
        ObjectNode definition = DefinitionsTest.prepared(TestingYaml.load("database.yaml"));
        TakenNames taken = TakenNames.of("example.com", List.of(definition));

        assertThat(Lifecycle.settleNames(definition, taken, FIRST)).isTrue();
        assertThat(definition.path("status").path("acceptedNames"))
                .isEqualTo(definition.path("spec").path("names"));
        assertThat(conditions(definition))
                .containsExactly(
                        "NamesAccepted=True NoConflicts: no conflicts found @2026-01-02T03:04:05Z",
                        "Established=False Installing: the initial names have been accepted @2026-01-02T03:04:05Z");

        assertThat(Lifecycle.establish(definition, LATER)).isTrue();
        assertThat(conditions(definition))
                .contains("Established=True InitialNamesAccepted: the initial names have been accepted"
                        + " @2026-01-02T03:05:05Z");
        assertThat(Lifecycle.isEstablished(definition)).isTrue();

        assertThat(Lifecycle.settleNames(definition, TakenNames.of("example.com", List.of(definition)), LATER))
                .isFalse();
        assertThat(Lifecycle.establish(definition, LATER)).isFalse();
    }

    @Test
    void waitsForNamesThatAnotherHas() {
        ObjectNode other = TestingYaml.parse("""
                spec: {group: example.com}
                status: {acceptedNames: {plural: x, singular: database, kind: Database, listKind: Y, shortNames: [db, d]}}
                """);
        ObjectNode stranger = TestingYaml.parse(
                "{spec: {group: other.com}, status: {acceptedNames: {plural: databases, listKind: DatabaseList}}}");
        ObjectNode definition = DefinitionsTest.prepared(TestingYaml.load("database.yaml"));
        TakenNames taken = TakenNames.of("example.com", List.of(other, stranger, definition));

        assertThat(Lifecycle.settleNames(definition, taken, FIRST)).isTrue();
        assertThat(definition.path("status").path("acceptedNames"))
                .isEqualTo(
                        TestingYaml.parse("{plural: databases, listKind: DatabaseList, categories: [all, storage]}"));
        assertThat(conditions(definition))
                .containsExactly(
                        "NamesAccepted=False KindConflict: \"Database\" is already in use @2026-01-02T03:04:05Z",
                        "Established=False NotAccepted: not all names are accepted @2026-01-02T03:04:05Z");
        assertThat(Lifecycle.establish(definition, LATER)).isFalse();

        assertThat(Lifecycle.settleNames(definition, TakenNames.of("example.com", List.of(definition)), LATER))
                .isTrue();
        assertThat(Lifecycle.establish(definition, LATER)).isTrue();
        assertThat(conditions(definition))
                .containsExactly(
                        "NamesAccepted=True NoConflicts: no conflicts found @2026-01-02T03:05:05Z",
                        "Established=True InitialNamesAccepted: the initial names have been accepted"
                                + " @2026-01-02T03:05:05Z");
    }

    @Test
    void keepsOldNamesWhileNewOnesAreTaken() {
        ObjectNode definition = established();
        ((ObjectNode) definition.at("/spec/names"))
                .putArray("shortNames")
                .add("db")
                .add("data")
                .add("base");
        TakenNames taken = new TakenNames(Set.of("data", "base", "db"), Set.of());
        assertThat(Lifecycle.settleNames(definition, taken, LATER)).isTrue();
        assertThat(definition.at("/status/acceptedNames/shortNames").toString()).isEqualTo("[\"db\"]");
        assertThat(conditions(definition).getFirst())
                .isEqualTo(
                        "NamesAccepted=False ShortNamesConflict: [\"data\" is already in use, \"base\" is already in use]"
                                + " @2026-01-02T03:05:05Z");
        assertThat(Lifecycle.isEstablished(definition)).isTrue();
    }

    @Test
    void goesAfterItsObjects() {
        ObjectNode definition = established();
        assertThat(Lifecycle.beginDeletion(definition, FIRST)).isTrue();
        assertThat(Lifecycle.beginDeletion(definition, FIRST)).isFalse();
        assertThat(definition.at("/metadata/finalizers").toString())
                .isEqualTo("[\"customresourcecleanup.apiextensions.k8s.io\"]");
        assertThat(terminating(definition))
                .isEqualTo("Terminating=True InstanceDeletionPending: CustomResourceDefinition marked for deletion;"
                        + " CustomResource deletion will begin soon @2026-01-02T03:04:05Z");
        assertThat(Lifecycle.isTerminating(definition)).isTrue();
        assertThat(Lifecycle.needsCleanup(definition)).isFalse();
        definition.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-02T03:04:05Z");
        assertThat(Lifecycle.needsCleanup(definition)).isTrue();

        Lifecycle.deletingInstances(definition, LATER);
        assertThat(terminating(definition))
                .isEqualTo("Terminating=True InstanceDeletionInProgress: CustomResource deletion is in progress"
                        + " @2026-01-02T03:04:05Z");
        Lifecycle.instancesRemain(definition, "2 left", LATER);
        assertThat(terminating(definition))
                .startsWith(
                        "Terminating=True InstanceDeletionCheck: could not confirm zero CustomResources remaining: 2 left");
        Lifecycle.deletionFailed(definition, "broken", LATER);
        assertThat(terminating(definition))
                .startsWith("Terminating=True InstanceDeletionFailed: could not issue all deletes: broken");

        assertThat(Lifecycle.finishDeletion(definition, LATER)).isTrue();
        assertThat(definition.path("metadata").has("finalizers")).isFalse();
        assertThat(terminating(definition))
                .isEqualTo("Terminating=False InstanceDeletionCompleted: removed all instances @2026-01-02T03:05:05Z");
        assertThat(Lifecycle.needsCleanup(definition)).isFalse();
    }

    @Test
    void goesAtOnceWhenItWasNeverServed() {
        ObjectNode definition = DefinitionsTest.prepared(TestingYaml.load("database.yaml"));
        definition.withObjectProperty("metadata").putArray("finalizers").add("mine");
        Lifecycle.beginDeletion(definition, FIRST);
        Lifecycle.finishDeletion(definition, FIRST);
        assertThat(definition.at("/metadata/finalizers").toString()).isEqualTo("[\"mine\"]");
        assertThat(terminating(definition))
                .isEqualTo("Terminating=False NeverEstablished: resource was never established @2026-01-02T03:04:05Z");
    }

    static ObjectNode established() {
        ObjectNode definition = DefinitionsTest.prepared(TestingYaml.load("database.yaml"));
        Lifecycle.settleNames(definition, TakenNames.of("example.com", List.of()), FIRST);
        Lifecycle.establish(definition, FIRST);
        return definition;
    }

    private static String terminating(ObjectNode definition) {
        return conditions(definition).stream()
                .filter(text -> text.startsWith("Terminating"))
                .findFirst()
                .orElse("");
    }

    private static List<String> conditions(ObjectNode definition) {
        List<String> texts = new ArrayList<>();
        for (JsonNode condition : definition.path("status").path("conditions")) {
            texts.add("%s=%s %s: %s @%s"
                    .formatted(
                            Json.text(condition, "type"),
                            Json.text(condition, "status"),
                            Json.text(condition, "reason"),
                            Json.text(condition, "message"),
                            Json.text(condition, "lastTransitionTime")));
        }
        return texts;
    }
}
