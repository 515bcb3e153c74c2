package dev.archipelago.apiserver.protobuf;

import dev.archipelago.api.objects.Json;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/// Encodes answers of built-in kinds. Safe on any thread; the first call loads the table of messages.
public final class ProtobufEncoder {
    private static final int METADATA = 1;
    private static final int ITEMS = 2;

    private ProtobufEncoder() {}

    /// The object, in an envelope that says its `kind` and `apiVersion`. Fields that its message does not have are left
    /// out.
    ///
    /// @throws IllegalArgumentException if it is not of a built-in kind, nor a Status or the like
    public static byte[] encode(ObjectNode object) {
        String apiVersion = Json.text(object, "apiVersion");
        String kind = Json.text(object, "kind");
        Message message = message(apiVersion, kind);
        WireWriter out = new WireWriter();
        return Envelope.around(out, apiVersion, kind, () -> new MessageWriter(out).write(message, object));
    }

    /// A list of `size` objects of one built-in kind, each of which is asked for once.
    ///
    /// @param itemKind what the list's kind is without `List`
    public static byte[] list(
            String apiVersion, String itemKind, ObjectNode metadata, int size, IntFunction<ObjectNode> item) {
        Message message = message(apiVersion, itemKind);
        Message listMeta = MessageTable.shared().message("apis.meta.v1.ListMeta");
        WireWriter out = new WireWriter();
        MessageWriter writer = new MessageWriter(out);
        return Envelope.around(out, apiVersion, itemKind + "List", () -> {
            for (int i = size - 1; i >= 0; i--) {
                int before = out.length();
                writer.write(message, item.apply(i));
                out.enclose(ITEMS, before);
            }
            int before = out.length();
            writer.write(listMeta, metadata);
            out.enclose(METADATA, before);
        });
    }

    /// An event of a watch, which has no envelope of its own.
    ///
    /// @param object as [#encode] has it
    public static byte[] event(String type, byte[] object) {
        WireWriter out = new WireWriter();
        out.bytes(1, object);
        out.enclose(2, 0);
        out.string(1, type);
        return out.toBytes();
    }

    /// An event in a stream of them: after its length.
    public static byte[] framed(byte[] event) {
        return ByteBuffer.allocate(Integer.BYTES + event.length)
                .putInt(event.length)
                .put(event)
                .array();
    }

    private static Message message(String apiVersion, String kind) {
        Message message = MessageTable.shared().body(apiVersion, kind);
        if (message == null) {
            throw new IllegalArgumentException(
                    "no message for kind \"%s\" in version \"%s\"".formatted(kind, apiVersion));
        }
        return message;
    }
}
