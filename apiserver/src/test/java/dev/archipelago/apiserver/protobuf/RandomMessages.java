package dev.archipelago.apiserver.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.List;
import java.util.Random;

/// Messages of the official client's types with any fields, none of them zero: zero is what is not there.
final class RandomMessages {
    private static final int DEPTH_MAX = 12;
    private static final List<String> TEXTS = List.of("a", "ü \"\\\n\u0001", "\uD83D\uDE00", "0", "x".repeat(300));
    private static final List<String> JSON = List.of("{}", "{\"a\":[1,null,0.5]}", "\"x\"", "[]", "true");

    private final Random random;

    RandomMessages(long seed) {
        random = new Random(seed);
    }

    DynamicMessage message(Descriptor type) {
        return message(type, 0);
    }

    private DynamicMessage message(Descriptor type, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        switch (type.getName()) {
            case "Time" -> time(message, 0);
            case "MicroTime" -> time(message, random.nextInt(1_000_000) * 1000);
            case "IntOrString" -> intOrString(message);
            case "Quantity" -> set(message, "string", pick(List.of("1", "100m", "1Gi", "-5")));
            case "RawExtension", "JSON", "FieldsV1" ->
                message.setField(type.getFields().getFirst(), ByteString.copyFromUtf8(pick(JSON)));
            case "JSONSchemaPropsOrArray", "JSONSchemaPropsOrStringArray" ->
                fill(message, type.getFields().get(random.nextInt(2)), depth);
            case "JSONSchemaPropsOrBool" -> {
                boolean schema = random.nextBoolean();
                set(message, "allows", schema || random.nextBoolean());
                if (schema) {
                    fill(message, type.findFieldByName("schema"), depth);
                }
            }
            default -> {
                for (FieldDescriptor field : type.getFields()) {
                    if (depth < DEPTH_MAX && isKnown(type, field) && random.nextInt(2 + depth / 3) == 0) {
                        fill(message, field, depth);
                    }
                }
            }
        }
        return message.build();
    }

    /// The client has some fields that are newer than the server's types.
    private static boolean isKnown(Descriptor type, FieldDescriptor field) {
        String name = type.getFullName()
                .replaceFirst("^k8s\\.io\\.api\\.", "")
                .replaceFirst("^k8s\\.io\\.(apimachinery|apiextensions_apiserver)\\.pkg\\.apis\\.", "apis.");
        return MessageTable.shared().message(name).field(field.getNumber()) != null;
    }

    private void time(DynamicMessage.Builder message, int nanos) {
        set(message, "seconds", random.nextLong(-62_000_000_000L, 250_000_000_000L));
        set(message, "nanos", nanos);
    }

    private void intOrString(DynamicMessage.Builder message) {
        boolean number = random.nextBoolean();
        set(message, "type", number ? 0L : 1L);
        set(message, "intVal", number ? random.nextInt() : 0);
        set(message, "strVal", number ? "" : pick(TEXTS));
    }

    private void fill(DynamicMessage.Builder message, FieldDescriptor field, int depth) {
        if (field.isMapField()) {
            Descriptor entry = field.getMessageType();
            for (String key : List.of("k", "K-2", "k.3")) {
                message.addRepeatedField(
                        field,
                        DynamicMessage.newBuilder(entry)
                                .setField(entry.findFieldByName("key"), key)
                                .setField(entry.findFieldByName("value"), value(entry.findFieldByName("value"), depth))
                                .build());
            }
        } else if (field.isRepeated()) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                message.addRepeatedField(field, value(field, depth));
            }
        } else {
            message.setField(field, value(field, depth));
        }
    }

    private Object value(FieldDescriptor field, int depth) {
        return switch (field.getType()) {
            case STRING -> pick(TEXTS);
            case BOOL -> true;
            case INT32 -> pick(List.of(1, -1, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE));
            case INT64 -> pick(List.of(1L, -1L, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE));
            case DOUBLE -> pick(List.of(0.5, -3.0, 1e300));
            case BYTES -> ByteString.copyFrom(new byte[] {0, -1, (byte) random.nextInt()});
            case MESSAGE -> message(field.getMessageType(), depth + 1);
            default -> throw new AssertionError(field);
        };
    }

    private static void set(DynamicMessage.Builder message, String field, Object value) {
        message.setField(message.getDescriptorForType().findFieldByName(field), value);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
