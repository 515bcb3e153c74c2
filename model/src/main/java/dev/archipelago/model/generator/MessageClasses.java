package dev.archipelago.model.generator;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The generated protobuf classes of the Kubernetes API, under the names that we give its types.
final class MessageClasses {
    private static final String ROOT = "io.kubernetes.client.proto.";

    /// Messages that are one plain value in JSON.
    private static final Map<String, String> VALUES = Map.of(
            "apis.apiextensions.v1.JSON", "any",
            "apis.meta.v1.FieldsV1", "any",
            "apis.meta.v1.MicroTime", "micro-time",
            "apis.meta.v1.Time", "time",
            "k8s.io.apimachinery.pkg.api.resource.Quantity", "quantity",
            "k8s.io.apimachinery.pkg.runtime.RawExtension", "any",
            "k8s.io.apimachinery.pkg.util.intstr.IntOrString", "int-or-string");

    private MessageClasses() {}

    /// The fields of the message of a type, if there is a class for it.
    static Optional<List<MessageField>> fields(String typeName) {
        Descriptor message = message(typeName);
        if (message == null) {
            return Optional.empty();
        }
        List<MessageField> fields = new ArrayList<>();
        for (FieldDescriptor field : message.getFields()) {
            fields.add(new MessageField(field.getNumber(), field.getName(), shape(field)));
        }
        return Optional.of(fields);
    }

    private static @Nullable Descriptor message(String typeName) {
        try {
            Object file = Class.forName(className(typeName))
                    .getMethod("getDescriptor")
                    .invoke(null);
            return ((FileDescriptor) file).findMessageTypeByName(typeName.substring(typeName.lastIndexOf('.') + 1));
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no descriptor of " + typeName, e);
        }
    }

    /// A class has the messages of one group and version: `apps.v1` are in `V1Apps`, those of core in `V1`.
    private static String className(String typeName) {
        String[] parts = typeName.split("\\.");
        String group = parts[parts.length - 3];
        if (group.equals("meta")) {
            return ROOT + "Meta";
        }
        return ROOT + capitalized(parts[parts.length - 2]) + (group.equals("core") ? "" : capitalized(group));
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String shape(FieldDescriptor field) {
        if (field.isMapField()) {
            return "{}" + element(field.getMessageType().findFieldByName("value"));
        }
        return (field.isRepeated() ? "[]" : "") + element(field);
    }

    private static String element(FieldDescriptor field) {
        return switch (field.getType()) {
            case STRING -> "string";
            case BOOL -> "boolean";
            case INT32 -> "int32";
            case INT64 -> "int64";
            case DOUBLE -> "double";
            case BYTES -> "bytes";
            case MESSAGE -> {
                String name = typeName(field.getMessageType().getFullName());
                yield VALUES.getOrDefault(name, name);
            }
            default -> throw new IllegalStateException("do not know how to read " + field);
        };
    }

    private static String typeName(String messageName) {
        return messageName
                .replaceFirst("^k8s\\.io\\.api\\.", "")
                .replaceFirst("^k8s\\.io\\.(apimachinery|apiextensions_apiserver)\\.pkg\\.apis\\.", "apis.");
    }
}
