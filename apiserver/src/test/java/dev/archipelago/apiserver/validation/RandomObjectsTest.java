package dev.archipelago.apiserver.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.decode.ObjectDecoder;
import dev.archipelago.apiserver.defaults.Defaults;
import dev.archipelago.apiserver.defaults.Preparation;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Whatever fits the schema of a kind is judged without an exception, and judging changes nothing.
class RandomObjectsTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A b",
            "a/b",
            "..",
            "1.2.3.4",
            "None",
            "LoadBalancer",
            "Always",
            "In",
            "25%",
            "/x",
            "*",
            "é\uD83D\uDE00");
    private static final int OBJECTS_PER_KIND = 12;
    private static final int DEPTH_MAX = 9;

    static Iterable<ResourceKind> kinds() {
        return BuiltinKinds.all();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isJudgedWithoutAnException(ResourceKind kind) {
        Random random = new Random(kind.kind().hashCode());
        ObjectNode old = object(kind, random);
        for (int i = 0; i < OBJECTS_PER_KIND; i++) {
            ObjectNode object = object(kind, random);
            Preparation.forCreate(kind.schema().name(), object);
            ObjectNode before = object.deepCopy();
            assertThat(Validation.create(kind, object)).isNotNull();
            Preparation.forUpdate(kind.schema().name(), old, before);
            ObjectNode prepared = before.deepCopy();
            Validation.update(kind, old, before);
            Validation.updateStatus(kind, old, before);
            assertThat(before).isEqualTo(prepared);
            old = object;
        }
    }

    private static ObjectNode object(ResourceKind kind, Random random) {
        ObjectNode object = (ObjectNode) value(kind.schema(), random, 0);
        new ObjectDecoder(kind.version(), kind.kind(), kind.schema()).conform(object, FieldValidation.STRICT);
        Defaults.apply(object, kind.schema());
        return object;
    }

    private static JsonNode value(Schema schema, Random random, int depth) {
        return switch (schema) {
            case Schema.Any any -> NODES.objectNode().put("any", 1);
            case Schema.Scalar scalar -> scalar(scalar.type(), random);
            case Schema.ListOf list -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(3); i > 0 && depth < DEPTH_MAX; i--) {
                    array.add(value(list.element(), random, depth + 1));
                }
                yield array;
            }
            case Schema.MapOf map -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(3); i > 0 && depth < DEPTH_MAX; i--) {
                    object.set(text(random), value(map.value(), random, depth + 1));
                }
                yield object;
            }
            case Struct struct -> {
                ObjectNode object = NODES.objectNode();
                for (Field field : struct.fields()) {
                    if (depth < 2 || (depth < DEPTH_MAX && random.nextInt(3) == 0)) {
                        object.set(field.name(), value(field.schema(), random, depth + 1));
                    }
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private static JsonNode scalar(Schema.ScalarType type, Random random) {
        return switch (type) {
            case STRING, DURATION -> NODES.stringNode(text(random));
            case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
            case INT32 -> NODES.numberNode(random.nextInt(7) == 0 ? Integer.MIN_VALUE : random.nextInt(5) - 1);
            case INT64 -> NODES.numberNode(random.nextInt(7) == 0 ? Long.MAX_VALUE : random.nextInt(5) - 1L);
            case DOUBLE -> NODES.numberNode(random.nextDouble());
            case BYTES -> NODES.stringNode("eA==");
            case TIME, MICRO_TIME -> NODES.stringNode("2026-01-02T03:04:05Z");
            case QUANTITY ->
                NODES.stringNode(List.of("0", "1500m", "-3Gi", "1e90").get(random.nextInt(4)));
            case INT_OR_STRING -> random.nextBoolean() ? NODES.stringNode(text(random)) : NODES.numberNode(5);
        };
    }
}
