package dev.archipelago.apiserver.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.MessageLite;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import java.io.ByteArrayOutputStream;
import java.util.Locale;

/// Bodies, put together by the protobuf library and the generated classes of the official Java client.
public final class Bodies {
    private Bodies() {}

    public static byte[] of(String apiVersion, String kind, MessageLite message) {
        return of(apiVersion, kind, message.toByteArray());
    }

    static byte[] of(String apiVersion, String kind, byte[] message) {
        return of(Unknown.newBuilder()
                .setTypeMeta(TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind))
                .setRaw(ByteString.copyFrom(message))
                .setContentEncoding("")
                .setContentType("")
                .build());
    }

    static byte[] of(Unknown envelope) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {'k', '8', 's', 0});
        out.writeBytes(envelope.toByteArray());
        return out.toByteArray();
    }

    /// The message of a type such as `apps.v1.Deployment`.
    static Descriptor descriptor(String type) {
        String[] parts = type.split("\\.");
        String group = parts[parts.length - 3];
        String name = capitalized(parts[parts.length - 2]) + (group.equals("core") ? "" : capitalized(group));
        try {
            Class<?> messages = Class.forName("io.kubernetes.client.proto." + name);
            return ((FileDescriptor) messages.getMethod("getDescriptor").invoke(null))
                    .findMessageTypeByName(parts[parts.length - 1]);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type, e);
        }
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
