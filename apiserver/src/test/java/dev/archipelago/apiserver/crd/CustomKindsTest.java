package dev.archipelago.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class CustomKindsTest {
    private static final CustomKind DATABASE = CustomKinds.of(LifecycleTest.established());

    @Test
    void isServedUnderItsNames() {
        assertThat(DATABASE.served())
                .extracting(version -> version.kind().apiVersion())
                .containsExactly("example.com/v1", "example.com/v1beta1");
        assertThat(DATABASE.storage().kind().version()).isEqualTo("v1");
        assertThat(DATABASE.listKind()).isEqualTo("DatabaseList");
        ResourceKind kind = DATABASE.storage().kind();
        assertThat(kind.resource()).isEqualTo("databases");
        assertThat(kind.singular()).isEqualTo("database");
        assertThat(kind.namespaced()).isTrue();
        assertThat(kind.shortNames()).containsExactly("db");
        assertThat(kind.categories()).containsExactly("all", "storage");
        assertThat(kind.verbs())
                .containsExactly("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
        List<String> verbs = List.of("get", "patch", "update");
        assertThat(kind.subresources())
                .containsExactly(
                        new Subresource("status", "example.com", "v1", "Database", verbs),
                        new Subresource("scale", "autoscaling", "v1", "Scale", verbs));
        assertThat(kind.schema().name()).isEqualTo("com.example.v1.Database");
        assertThat(kind.schema().field("metadata")).isNotNull();
    }

    @Test
    void knowsWhatIsParticularAboutEachVersion() {
        CustomVersion v1 = DATABASE.storage();
        assertThat(v1.columns())
                .contains(
                        new PrinterColumn(
                                "Engine",
                                "string",
                                "",
                                "Custom resource definition column (in JSONPath format): .spec.engine",
                                ".spec.engine",
                                0),
                        new PrinterColumn("Ready", "integer", "", "Replicas that answer", ".status.readyReplicas", 0))
                .hasSize(4);
        assertThat(v1.scale()).contains(new ScaleFields(".spec.replicas", ".status.readyReplicas", ".status.selector"));
        assertThat(v1.selectableFields()).containsExactly(".spec.engine");
        assertThat(v1.deprecationWarning()).isEmpty();
        CustomVersion beta = DATABASE.version("v1beta1").orElseThrow();
        assertThat(beta.columns()).containsExactly(PrinterColumn.AGE);
        assertThat(beta.scale()).isEmpty();
        assertThat(beta.deprecationWarning())
                .isEqualTo("example.com/v1beta1 Database is deprecated; use example.com/v1 Database");
    }

    @Test
    void canOnlyBeReadAndDeletedWhileItGoes() {
        ObjectNode definition = LifecycleTest.established();
        Lifecycle.beginDeletion(definition, Instant.EPOCH);
        assertThat(CustomKinds.of(definition).storage().kind().verbs())
                .containsExactly("delete", "deletecollection", "get", "list", "watch");
    }

    @Test
    void handlesADefinitionWithEverything() {
        ObjectNode definition = DefinitionsTest.prepared(TestingYaml.load("everything.yaml"));
        Lifecycle.settleNames(definition, TakenNames.of("test.example.com", List.of()), Instant.EPOCH);
        CustomKind kind = CustomKinds.of(definition);
        assertThat(kind.webhook()).isTrue();
        assertThat(kind.listKind()).isEqualTo("EverythingCollection");
        assertThat(kind.served()).hasSize(1);
        assertThat(kind.version("v1").orElseThrow().deprecationWarning()).isEqualTo("v1 is going away");
        ObjectNode object = TestingYaml.parse("""
                apiVersion: test.example.com/v2
                kind: Everything
                metadata: {name: ev-1}
                spec:
                  whole: 15
                  real: 0.5
                  nothing: null
                  either: 5%
                  anything: {deep: [{x: 1}]}
                  map: {a: 1}
                  list: [x]
                  set: [a, b]
                  keyed: [{a: x}, {a: x, b: 2}]
                  object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {x: 1}}
                  choice: {b: x}
                  ruled: xyz
                  date: "2026-01-02"
                  time: "2026-01-02T03:04:05Z"
                  span: 1h
                  bytes: aGk=
                  mail: a@example.org
                  id: 123e4567-e89b-12d3-a456-426614174000
                  four: 10.0.0.1
                  six: "::1"
                  host: example.org
                  link: https://example.org
                  other: whatever
                  unknown: dropped
                """);
        CustomVersion version = kind.storage();
        assertThat(version.schema().prune(object)).containsExactly("spec.unknown");
        version.schema().applyDefaults(object);
        assertThat(object.at("/spec/text").stringValue()).isEqualTo("one");
        assertThat(object.at("/spec/keyed/0/b").intValue()).isEqualTo(1);
        assertThat(version.validate(object)).isEmpty();

        object.withObjectProperty("metadata").put("name", "no");
        object.withObjectProperty("spec")
                .put("ruled", "abc")
                .put("whole", 7)
                .withObjectProperty("choice")
                .put("c", 0);
        assertThat(version.validate(object))
                .extracting(FieldError::toString)
                .containsExactly(
                        "metadata.name: Invalid value: \"no\": metadata.name in body should match '^ev-'",
                        "spec.whole: Invalid value: 7: spec.whole in body should be a multiple of 5",
                        "spec.ruled: Invalid value: \"abc\": no x in abc");
    }

    @ParameterizedTest
    @MethodSource
    void validatesDatabases(String spec, String[] expected) {
        ObjectNode object = database(spec);
        DATABASE.storage().schema().prune(object);
        DATABASE.storage().schema().applyDefaults(object);
        assertThat(DATABASE.storage().validate(object))
                .extracting(FieldError::toString)
                .containsExactly(expected);
    }

    static Stream<Arguments> validatesDatabases() {
        return Stream.of(
                row("{engine: postgres, storage: {size: 10Gi}}"),
                row("{engine: postgres, storage: {size: 10Gi}, backup: {}}"),
                row(
                        "{engine: postgres, storage: {size: 10Gi}, replicas: 1, backup: {}}",
                        "spec.backup: Invalid value: backups need a second replica"),
                row(
                        "{engine: oracle, storage: {}, replicas: 12, version: new}",
                        "spec.engine: Unsupported value: \"oracle\": supported values: \"postgres\", \"mysql\"",
                        "spec.storage.size: Required value",
                        "spec.replicas: Invalid value: 12: spec.replicas in body should be less than or equal to 9",
                        "spec.version: Invalid value: \"new\": spec.version in body should match '^\\d+(\\.\\d+)*$'",
                        "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid;"
                                + " correct the existing errors to complete validation"),
                row(
                        "{engine: mysql, storage: {size: 1Gi}, users: [{name: a}, {name: a}]}",
                        "spec.users[1]: Duplicate value: {\"name\":\"a\"}"),
                row(
                        "{engine: mysql, storage: {size: 1Gi}, replicas: -1}",
                        "spec.replicas: Invalid value: -1: spec.replicas in body should be greater than or equal to 1",
                        ".spec.replicas: Invalid value: -1: should be a non-negative integer"));
    }

    @Test
    void refusesChangesThatRulesForbid() {
        ObjectNode current = database("{engine: postgres, replicas: 3, storage: {size: 10Gi}}");
        ObjectNode updated = database("{engine: mysql, replicas: 3, storage: {size: 5Gi}}");
        assertThat(DATABASE.storage().validateUpdate(current, updated, ""))
                .extracting(FieldError::toString)
                .containsExactly(
                        "spec.engine: Forbidden: engine is immutable",
                        "spec: Invalid value: storage cannot shrink from 10Gi");
    }

    @Test
    void keepsStatusAndSpecApart() {
        CustomVersion version = DATABASE.storage();
        ObjectNode created = TestingYaml.parse("{spec: {}, status: {readyReplicas: 1}}");
        version.prepareForCreate(created);
        assertThat(created).isEqualTo(TestingYaml.parse("{spec: {}}"));
        ObjectNode updated = TestingYaml.parse("{spec: {a: 1}, status: {readyReplicas: 5}}");
        version.prepareForUpdate(TestingYaml.parse("{spec: {}, status: {readyReplicas: 1}}"), updated);
        assertThat(updated).isEqualTo(TestingYaml.parse("{spec: {a: 1}, status: {readyReplicas: 1}}"));
        ObjectNode current = database("{engine: mysql, storage: {size: 1Gi}}");
        ObjectNode wrong = current.deepCopy();
        wrong.putObject("status").put("readyReplicas", "two");
        assertThat(version.validateUpdate(current, wrong, "status"))
                .extracting(FieldError::toString)
                .containsExactly(
                        "status.readyReplicas: Invalid value: \"string\": readyReplicas in body must be of type integer:"
                                + " \"string\"",
                        "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid;"
                                + " correct the existing errors to complete validation",
                        ".status.readyReplicas: Invalid value: 0: .status.readyReplicas accessor error: two is of the type"
                                + " string, expected int64");
    }

    @Test
    void convertsByChangingTheVersion() {
        ObjectNode object = TestingYaml.parse(
                "{apiVersion: example.com/v1, kind: Database, metadata: {name: a}, spec: {engine: mysql, paused: true}}");
        DATABASE.version("v1beta1").orElseThrow().adopt(object);
        assertThat(object)
                .isEqualTo(
                        TestingYaml.parse(
                                "{apiVersion: example.com/v1beta1, kind: Database, metadata: {name: a}, spec: {engine: mysql}}"));
    }

    private static ObjectNode database(String spec) {
        return TestingYaml.parse(
                "{apiVersion: example.com/v1, kind: Database, metadata: {name: a}, spec: %s}".formatted(spec));
    }

    private static Arguments row(String spec, String... expected) {
        return arguments(spec, expected);
    }
}
