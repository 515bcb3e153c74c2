package dev.archipelago.apiserver.structural;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StructShapeTest {

    @Test
    void hasTheShapeThatTheSchemaSays() {
        Struct struct = StructuralSchema.of(TestingYaml.parse("""
                                type: object
                                required: [spec]
                                properties:
                                  spec:
                                    type: object
                                    x-kubernetes-preserve-unknown-fields: true
                                    properties:
                                      small: {type: integer, format: int32}
                                      large: {type: integer}
                                      text: {type: string, format: date-time}
                                      either: {x-kubernetes-int-or-string: true}
                                      any: {x-kubernetes-preserve-unknown-fields: true}
                                      labels: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}
                                      ports:
                                        type: array
                                        x-kubernetes-list-type: map
                                        x-kubernetes-list-map-keys: [port]
                                        items: {type: object, properties: {port: {type: integer}}}
                                      names: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                                      pod: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
                                """), SchemaValidationTest.noRules())
                .toStruct("example.v1.Thing");
        assertThat(struct.name()).isEqualTo("example.v1.Thing");
        assertThat(describe(struct, ""))
                .containsExactly(
                        "apiVersion Scalar[type=STRING]",
                        "kind Scalar[type=STRING]",
                        "metadata Struct apis.meta.v1.ObjectMeta",
                        "spec required Struct  open",
                        " small Scalar[type=INT32]",
                        " large Scalar[type=INT64]",
                        " text Scalar[type=STRING]",
                        " either Scalar[type=INT_OR_STRING]",
                        " any Any[]",
                        " labels MapOf[value=Scalar[type=STRING], atomic=true]",
                        " ports ListOf[element=Struct , listType=MAP, mapKeys=[port]]",
                        " names ListOf[element=Scalar[type=STRING], listType=SET, mapKeys=[]]",
                        " pod Struct ",
                        "  apiVersion Scalar[type=STRING]",
                        "  kind Scalar[type=STRING]",
                        "  metadata Struct apis.meta.v1.ObjectMeta",
                        "  spec Struct ");
    }

    private static List<String> describe(Struct struct, String indent) {
        List<String> lines = new ArrayList<>();
        for (Field field : struct.fields()) {
            Schema schema = field.schema();
            boolean open = schema instanceof Struct inner && inner.preservesUnknownFields();
            lines.add(indent + field.name() + (field.required() ? " required " : " ") + schema + (open ? " open" : ""));
            if (schema instanceof Struct inner && inner.name().isEmpty()) {
                lines.addAll(describe(inner, indent + ' '));
            }
        }
        return lines;
    }
}
