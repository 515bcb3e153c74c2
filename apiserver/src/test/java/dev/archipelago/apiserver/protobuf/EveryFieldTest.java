package dev.archipelago.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every field of every kind, filled by the official client's classes, is in the tree where the schema has it.
class EveryFieldTest {
    static List<ResourceKind> kinds() {
        return BuiltinKinds.all().stream()
                .filter(kind -> !kind.group().equals("apiregistration.k8s.io"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isReadIntoItsPlace(ResourceKind kind) {
        DynamicMessage message = filled(Bodies.descriptor(kind.schema().name()), new ArrayDeque<>());
        ObjectNode tree = ProtobufDecoder.decode(Bodies.of(kind.apiVersion(), kind.kind(), message));
        assertThat(tree.remove(List.of("apiVersion", "kind"))).isNotNull();
        // Only schemas of custom resources contain themselves, and are filled but once.
        assertFits(tree, kind.schema(), kind.kind(), kind.kind().equals("CustomResourceDefinition"));
    }

    private static DynamicMessage filled(Descriptor type, Deque<Descriptor> around) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        around.push(type);
        for (FieldDescriptor field : type.getFields()) {
            if (field.getType() != FieldDescriptor.Type.MESSAGE || !around.contains(field.getMessageType())) {
                Object value = value(field, around);
                if (field.isRepeated()) {
                    message.addRepeatedField(field, value);
                } else {
                    message.setField(field, value);
                }
            }
        }
        around.pop();
        return message.build();
    }

    private static Object value(FieldDescriptor field, Deque<Descriptor> around) {
        return switch (field.getType()) {
            case STRING -> "1";
            case BOOL -> true;
            case INT32 -> 1;
            case INT64 -> 1L;
            case DOUBLE -> 0.5;
            case BYTES -> ByteString.copyFromUtf8("[1]");
            case MESSAGE -> filled(field.getMessageType(), around);
            default -> throw new AssertionError(field);
        };
    }

    private static void assertFits(JsonNode value, Schema schema, String path, boolean recursive) {
        switch (schema) {
            case Struct struct -> {
                for (Field field : struct.fields()) {
                    JsonNode child = value.get(field.name());
                    boolean ofEnvelope =
                            field.name().equals("apiVersion") || field.name().equals("kind");
                    if (child == null) {
                        assertThat(recursive || ofEnvelope)
                                .as(path + "." + field.name())
                                .isTrue();
                    } else {
                        assertFits(child, field.schema(), path + "." + field.name(), recursive);
                    }
                }
                assertThat(struct.fields()).extracting(Field::name).as(path).containsAll(value.propertyNames());
            }
            case ListOf list -> {
                assertThat(value.isArray() && !value.isEmpty()).as(path).isTrue();
                value.forEach(element -> assertFits(element, list.element(), path + "[]", recursive));
            }
            case MapOf map -> {
                assertThat(value.propertyNames()).as(path).containsExactly("1");
                assertFits(value.get("1"), map.value(), path + "{}", recursive);
            }
            case Scalar scalar -> assertThat(value.toString()).as(path).isEqualTo(text(scalar.type()));
            case Schema.Any _ -> assertThat(value.isMissingNode()).as(path).isFalse();
        }
    }

    private static String text(ScalarType type) {
        return switch (type) {
            case STRING, QUANTITY -> "\"1\"";
            case BOOLEAN -> "true";
            case INT32, INT64 -> "1";
            case DOUBLE -> "0.5";
            case BYTES -> "\"WzFd\"";
            case TIME -> "\"1970-01-01T00:00:01Z\"";
            case MICRO_TIME -> "\"1970-01-01T00:00:01.000000Z\"";
            case INT_OR_STRING -> "\"1\"";
            case DURATION -> "not in any kind";
        };
    }
}
