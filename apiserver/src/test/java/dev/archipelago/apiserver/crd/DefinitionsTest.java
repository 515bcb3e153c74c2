package dev.archipelago.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.api.errors.FieldError;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DefinitionsTest {
    private static final String LABEL =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start"
                    + " with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex"
                    + " used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    @ParameterizedTest
    @ValueSource(strings = {"database.yaml", "everything.yaml"})
    void acceptsGoodDefinitions(String file) {
        ObjectNode definition = prepared(TestingYaml.load(file));
        assertThat(Definitions.validate(definition)).isEmpty();
        assertThat(Definitions.validateUpdate(definition, definition.deepCopy(), ""))
                .isEmpty();
    }

    @Test
    void fillsInNamesConversionAndStoredVersions() {
        ObjectNode definition = prepared(TestingYaml.parse(
                "{spec: {names: {kind: BigThing}, versions: [{name: a}, {name: b, storage: true}]}, status: {x: y}}"));
        assertThat(definition.path("spec").path("names"))
                .isEqualTo(TestingYaml.parse("{kind: BigThing, singular: bigthing, listKind: BigThingList}"));
        assertThat(definition.path("spec").path("conversion")).isEqualTo(TestingYaml.parse("{strategy: None}"));
        assertThat(definition.path("status")).isEqualTo(TestingYaml.parse("{storedVersions: [b]}"));
    }

    @Test
    void remembersEveryStorageVersion() {
        ObjectNode current = prepared(minimal());
        ObjectNode updated = current.deepCopy();
        ObjectNode second =
                ((ObjectNode) updated.at("/spec/versions/0")).deepCopy().put("name", "v2");
        ((ObjectNode) updated.at("/spec/versions/0")).put("storage", false);
        updated.withObjectProperty("spec").withArrayProperty("versions").add(second);
        updated.withObjectProperty("status").put("forged", true);
        Definitions.prepareForUpdate(current, updated);
        assertThat(updated.path("status")).isEqualTo(TestingYaml.parse("{storedVersions: [v1, v2]}"));
        assertThat(Definitions.validateUpdate(current, updated, "")).isEmpty();

        updated.withObjectProperty("spec").withArrayProperty("versions").remove(0);
        assertThat(texts(Definitions.validateUpdate(current, updated, "")))
                .containsExactly("status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was"
                        + " previously a storage version, and must remain in spec.versions until a storage migration"
                        + " ensures no data remains persisted in v1 and removes v1 from status.storedVersions");
    }

    @Test
    void recordsAStorageVersionOnce() {
        ObjectNode current = prepared(minimal());
        ObjectNode updated = current.deepCopy();
        Definitions.prepareForUpdate(current, updated);
        assertThat(updated).isEqualTo(current);
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatIsWrong(String pointer, String value, String[] expected) {
        ObjectNode definition = minimal();
        set(definition, pointer, value);
        assertThat(texts(Definitions.validate(prepared(definition)))).containsExactly(expected);
    }

    static Stream<Arguments> saysWhatIsWrong() {
        String name =
                "metadata.name: Invalid value: \"things.example.com\": must be spec.names.plural+\".\"+spec.group";
        String versions = "[{\"Name\":\"v1\",\"Served\":true,\"Storage\":false,\"Deprecated\":false,"
                + "\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,"
                + "\"SelectableFields\":null}]";
        return Stream.of(
                row(
                        "/metadata/name",
                        "things",
                        "metadata.name: Invalid value: \"things\": must be" + " spec.names.plural+\".\"+spec.group"),
                row("/spec/group", "''", name, "spec.group: Required value"),
                row(
                        "/spec/group",
                        "example",
                        name,
                        "spec.group: Invalid value: \"example\": should be a domain with at least one dot"),
                row("/spec/scope", "''", "spec.scope: Required value"),
                row(
                        "/spec/scope",
                        "Global",
                        "spec.scope: Unsupported value: \"Global\": supported values: \"Cluster\", \"Namespaced\""),
                row("/spec/names/plural", "Things", name, "spec.names.plural: Invalid value: \"Things\": " + LABEL),
                row(
                        "/spec/names/kind",
                        "Big_Thing",
                        "spec.names.singular: Invalid value: \"big_thing\": " + LABEL,
                        "spec.names.kind: Invalid value: \"Big_Thing\": may have mixed case, but should otherwise match: "
                                + LABEL,
                        "spec.names.listKind: Invalid value: \"Big_ThingList\": may have mixed case, but should otherwise"
                                + " match: " + LABEL),
                row(
                        "/spec/names/kind",
                        "''",
                        "spec.names.singular: Required value",
                        "spec.names.kind: Required value",
                        "spec.names.listKind: Required value"),
                row("/spec/names/shortNames", "[ok, No]", "spec.names.shortNames[1]: Invalid value: \"No\": " + LABEL),
                row(
                        "/spec/names/listKind",
                        "Thing",
                        "spec.names.listKind: Invalid value: \"Thing\": kind and listKind may not be the same"),
                row(
                        "/spec/versions/0/name",
                        "V1",
                        "spec.versions[0].name: Invalid value: \"V1\": " + LABEL,
                        "spec.version: Invalid value: \"V1\": " + LABEL),
                row(
                        "/spec/versions/0/storage",
                        "false",
                        "spec.versions: Invalid value: " + versions
                                + ": must have exactly one version marked as storage version",
                        "status.storedVersions: Invalid value: null: must have at least one stored version"),
                row(
                        "/spec/versions",
                        "[]",
                        "spec.versions: Invalid value: null: must have exactly one version marked as storage version",
                        "status.storedVersions: Invalid value: null: must have at least one stored version"),
                row("/spec/versions/0/schema", "{}", "spec.versions[0].schema.openAPIV3Schema: Required value"),
                row(
                        "/spec/versions/0/deprecationWarning",
                        "old",
                        "spec.versions[0].deprecationWarning: Invalid value: \"old\": can only be set for deprecated"
                                + " versions"),
                row(
                        "/spec/preserveUnknownFields",
                        "true",
                        "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set"
                                + " x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"),
                row(
                        "/spec/versions/0/subresources",
                        "{scale: {specReplicasPath: .status.n, statusReplicasPath: status.n, labelSelectorPath: .x.y}}",
                        "spec.subresources.scale.specReplicasPath: Invalid value: \".status.n\": should be a json path"
                                + " under .spec",
                        "spec.subresources.scale.statusReplicasPath: Invalid value: \"status.n\": must be a simple json"
                                + " path starting with .",
                        "spec.subresources.scale.labelSelectorPath: Invalid value: \".x.y\": should be a json path under"
                                + " either .spec or .status"),
                row(
                        "/spec/versions/0/additionalPrinterColumns",
                        "[{name: A, type: text, format: x, jsonPath: a}, {}]",
                        "spec.additionalPrinterColumns[0].type: Invalid value: \"text\": must be one of"
                                + " boolean,date,integer,number,string",
                        "spec.additionalPrinterColumns[0].format: Invalid value: \"x\": must be one of"
                                + " byte,date,date-time,double,float,int32,int64,password",
                        "spec.additionalPrinterColumns[0].JSONPath: Invalid value: \"a\": must be a simple json path"
                                + " starting with .",
                        "spec.additionalPrinterColumns[1].name: Required value",
                        "spec.additionalPrinterColumns[1].type: Required value: must be one of"
                                + " boolean,date,integer,number,string",
                        "spec.additionalPrinterColumns[1].JSONPath: Required value"),
                row(
                        "/spec/versions/0/selectableFields",
                        "[{jsonPath: .spec.a}, {jsonPath: .spec.a}, {jsonPath: .spec}, {jsonPath: .spec.z}, {}]",
                        "spec.selectableFields[1].jsonPath: Duplicate value: \".spec.a\"",
                        "spec.selectableFields[2].jsonPath: Invalid value: \".spec\": must point to a field of type string,"
                                + " boolean or integer. Enum string fields and strings with formats are allowed.",
                        "spec.selectableFields[3].jsonPath: Invalid value: \".spec.z\": is an invalid path: does not refer to"
                                + " a valid field",
                        "spec.selectableFields[4].jsonPath: Required value"),
                row(
                        "/spec/conversion",
                        "{strategy: Magic}",
                        "spec.conversion.strategy: Unsupported value: \"Magic\": supported values: \"None\", \"Webhook\""),
                row(
                        "/spec/conversion",
                        "{strategy: Webhook}",
                        "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
                        "spec.conversion.conversionReviewVersions: Required value"),
                row(
                        "/spec/conversion",
                        "{strategy: Webhook, webhook: {conversionReviewVersions: [v3], clientConfig: {url: 'http://u@h?q'}}}",
                        "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL"
                                + " scheme; desired format: https://host[/path]",
                        "spec.conversion.webhookClientConfig.url: Invalid value: \"u\": user information is not permitted in"
                                + " the URL",
                        "spec.conversion.webhookClientConfig.url: Invalid value: \"q\": query parameters are not permitted"
                                + " in the URL",
                        "spec.conversion.conversionReviewVersions: Invalid value: [\"v3\"]: must include at least one of v1,"
                                + " v1beta1"),
                row(
                        "/spec/conversion",
                        "{strategy: None, webhook: {conversionReviewVersions: [v1]}}",
                        "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to"
                                + " Webhook"));
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatIsWrongWithSchemas(String schema, String[] expected) {
        ObjectNode definition = minimal();
        set(definition, "/spec/versions/0/schema", "{openAPIV3Schema: %s}".formatted(schema));
        assertThat(texts(Definitions.validate(prepared(definition))))
                .containsExactly(Stream.of(expected)
                        .map(text -> text.startsWith("s.") || text.startsWith("s:")
                                ? "spec.validation.openAPIV3Schema" + text.substring(1)
                                : text)
                        .toArray(String[]::new));
    }

    static Stream<Arguments> saysWhatIsWrongWithSchemas() {
        return Stream.of(
                only("{type: object, nullable: true}", "s.nullable: Forbidden: nullable cannot be true at the root"),
                only(
                        "{type: object, properties: {a: {type: text}}}",
                        "s.properties[a].type: Unsupported value: \"text\": supported values: \"array\", \"boolean\","
                                + " \"integer\", \"number\", \"object\", \"string\""),
                only(
                        "{type: object, properties: {a: {type: array, items: {type: 5}}}}",
                        "s.properties[a].items.type: Invalid value: 5: must be of type string"),
                only(
                        "{type: object, properties: {a: {type: object, additionalProperties: {type: string, $ref: x},"
                                + " properties: {b: {type: string}}}}}",
                        "s.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual"
                                + " exclusive",
                        "s.properties[a].additionalProperties.$ref: Forbidden: $ref is not supported"),
                only(
                        "{type: object, properties: {a: {type: array, items: {type: string}, uniqueItems: true}}}",
                        "s.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime"
                                + " complexity becomes quadratic"),
                only(
                        "{type: object, properties: {metadata: {type: object, default: {}}}}",
                        "s.properties[metadata].default: Forbidden: must not be set in top-level metadata"),
                only(
                        "{type: object, properties: {a: {type: string, x-kubernetes-preserve-unknown-fields: false}}}",
                        "s.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or"
                                + " undefined"),
                only(
                        "{type: object, properties: {a: {type: string, x-kubernetes-map-type: atomic}}}",
                        "s.properties[a].type: Invalid value: \"string\": must be object if x-kubernetes-map-type is"
                                + " specified"),
                only(
                        "{type: object, properties: {a: {type: array, x-kubernetes-list-type: bag, items: {type: string}}}}",
                        "s.properties[a].x-kubernetes-list-type: Unsupported value: \"bag\": supported values: \"atomic\","
                                + " \"set\", \"map\""),
                only(
                        "{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: object}}}}",
                        "s.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list"
                                + " with x-kubernetes-list-type=set"),
                only(
                        "{type: object, properties: {a: {type: array, x-kubernetes-list-type: map, items: {type: object}}}}",
                        "s.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if"
                                + " x-kubernetes-list-type is map"),
                only(
                        "{type: object, properties: {a: {type: array, x-kubernetes-list-type: map,"
                                + " x-kubernetes-list-map-keys: [k, z], items: {type: object, nullable: true,"
                                + " properties: {k: {type: string, nullable: true}}}}}}",
                        "s.properties[a].x-kubernetes-list-map-keys: Invalid value: [\"k\",\"z\"]: entries must all be names"
                                + " of item properties",
                        "s.properties[a].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map",
                        "s.properties[a].items.properties[k].default: Required value: this property is in"
                                + " x-kubernetes-list-map-keys, so it must have a default or be a required property",
                        "s.properties[a].items.properties[k].nullable: Forbidden: this property is in"
                                + " x-kubernetes-list-map-keys, so it cannot be nullable"),
                only(
                        "{type: object, properties: {a: {type: string, x-kubernetes-validations: [{rule: ''},"
                                + " {rule: 'true', message: \"a\\nb\", reason: Why, fieldPath: .x}]}}}",
                        "s.properties[a].x-kubernetes-validations[0].rule: Required value: rule is not specified",
                        "s.properties[a].x-kubernetes-validations[1].message: Invalid value: \"a\\nb\": must not contain line"
                                + " breaks",
                        "s.properties[a].x-kubernetes-validations[1].reason: Unsupported value: \"Why\": supported values:"
                                + " \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\","
                                + " \"FieldValueRequired\"",
                        "s.properties[a].x-kubernetes-validations[1].fieldPath: Invalid value: \".x\": must be a valid path"),
                only(
                        "{type: object, properties: {a: {type: integer, default: x}}}",
                        "s.properties[a].default: Invalid value: \"string\":  in body must be of type integer: \"string\""),
                only(
                        "{type: object, properties: {a: {type: integer, default: 3,"
                                + " x-kubernetes-validations: [{rule: self < 3, message: small}]}}}",
                        "s.properties[a].default: Invalid value: 3: small"));
    }

    @Test
    void namesVersionsThatDiffer() {
        ObjectNode definition = TestingYaml.load("database.yaml");
        set(definition, "/spec/versions/1/schema/openAPIV3Schema/properties/spec/properties/engine/type", "text");
        assertThat(texts(Definitions.validate(prepared(definition))))
                .containsExactly("spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[engine].type:"
                        + " Unsupported value: \"text\": supported values: \"array\", \"boolean\", \"integer\", \"number\","
                        + " \"object\", \"string\"");
    }

    @Test
    void findsRulesThatDoNotCompile() {
        ObjectNode definition = TestingYaml.load("database.yaml");
        set(
                definition,
                "/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations",
                "[{rule: self.replica > 1}]");
        assertThat(texts(Definitions.validate(prepared(definition))))
                .containsExactly(
                        "spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule:"
                                + " Invalid value: {\"Rule\":\"self.replica > 1\",\"Message\":\"\",\"MessageExpression\":\"\","
                                + "\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR:"
                                + " <input>:1:5: undefined field 'replica'\n | self.replica > 1\n | ....^");
    }

    @ParameterizedTest
    @MethodSource
    void keepsWhatObjectsDependOn(boolean established, String pointer, String value, String[] expected) {
        ObjectNode current = prepared(minimal());
        if (established) {
            set(current, "/status/conditions", "[{type: Established, status: 'True'}]");
        }
        ObjectNode updated = current.deepCopy();
        set(updated, pointer, value);
        Definitions.prepareForUpdate(current, updated);
        assertThat(texts(Definitions.validateUpdate(current, updated, ""))).containsExactly(expected);
    }

    static Stream<Arguments> keepsWhatObjectsDependOn() {
        return Stream.of(
                arguments(false, "/spec/scope", "Cluster", new String[0]),
                arguments(true, "/spec/scope", "Cluster", new String[] {
                    "spec.scope: Invalid value: \"Cluster\": field is immutable"
                }),
                arguments(true, "/spec/names/kind", "Other", new String[] {
                    "spec.names.kind: Invalid value: \"Other\": field is immutable"
                }),
                arguments(false, "/spec/group", "other.com", new String[] {
                    "spec.group: Invalid value: \"other.com\": field is immutable"
                }),
                arguments(true, "/spec/names/shortNames", "[t]", new String[0]));
    }

    @Test
    void wantsApprovalForGroupsOfKubernetes() {
        ObjectNode definition = minimal();
        set(definition, "/spec/group", "x.k8s.io");
        set(definition, "/metadata/name", "things.x.k8s.io");
        assertThat(texts(Definitions.validate(prepared(definition))))
                .containsExactly(
                        "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have"
                                + " approval annotation \"api-approved.kubernetes.io\", see"
                                + " https://github.com/kubernetes/enhancements/pull/1111");
        set(definition, "/metadata/annotations", "{api-approved.kubernetes.io: 'unapproved, a test'}");
        assertThat(Definitions.validate(prepared(definition))).isEmpty();
    }

    @Test
    void warnsOfFormatsThatNothingChecks() {
        assertThat(Definitions.warnings(TestingYaml.load("everything.yaml")))
                .containsExactly("unrecognized format \"colour\"");
    }

    private static Arguments row(String pointer, String value, String... expected) {
        return arguments(pointer, value, expected);
    }

    private static Arguments only(String schema, String... expected) {
        return arguments(schema, expected);
    }

    static ObjectNode minimal() {
        return TestingYaml.parse("""
                metadata: {name: things.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: things, kind: Thing}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: {type: object, properties: {a: {type: string}}}}
                """);
    }

    static ObjectNode prepared(ObjectNode definition) {
        Definitions.applyDefaults(definition);
        Definitions.prepareForCreate(definition);
        return definition;
    }

    private static void set(ObjectNode object, String pointer, String yaml) {
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = object.at(pointer.substring(0, slash));
        ((ObjectNode) parent)
                .set(
                        pointer.substring(slash + 1),
                        TestingYaml.parse("{v: %s}".formatted(yaml)).get("v"));
    }

    private static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }
}
