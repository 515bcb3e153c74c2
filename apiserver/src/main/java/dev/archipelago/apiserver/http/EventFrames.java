package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Serialises watch events, each once for all watchers that want it as it is stored.
///
/// Watchers are told of an event one right after the other, so a small table of the latest frames finds nearly all of
/// them, and holds little memory: of the large ones it has only the last. A lost race only costs a second
/// serialisation.
final class EventFrames {
    private static final int SLOTS = 512;
    private static final int LARGE_BYTES = 32 * 1024;
    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    /// The last is for large frames.
    private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS + 1);

    private record Slot(EventType type, byte[] json, long revision, byte[] frame) {}

    byte[] frame(EventType type, Stored object) {
        int at = object.length() > LARGE_BYTES ? SLOTS : (int) (object.resourceVersion() & (SLOTS - 1));
        Slot slot = slots.get(at);
        if (slot != null
                && Arrays.equals(slot.json, object.json())
                && slot.revision == object.resourceVersion()
                && slot.type == type) {
            return slot.frame;
        }
        byte[] frame = serialise(type, object);
        slots.set(at, new Slot(type, object.json(), object.resourceVersion(), frame));
        return frame;
    }

    static byte[] serialise(EventType type, Stored object) {
        byte[] head = head(type);
        byte[] frame = new byte[head.length + object.length() + END.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        int at = object.copyTo(frame, head.length);
        System.arraycopy(END, 0, frame, at, END.length);
        return frame;
    }

    /// An event around an object that is already serialised as the client wants it.
    static byte[] wrap(String type, byte[] object) {
        byte[] head = head(type);
        byte[] frame = new byte[head.length + object.length + END.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        System.arraycopy(object, 0, frame, head.length, object.length);
        System.arraycopy(END, 0, frame, head.length + object.length, END.length);
        return frame;
    }

    private static final byte[] ADDED = head("ADDED");
    private static final byte[] MODIFIED = head("MODIFIED");
    private static final byte[] DELETED = head("DELETED");

    private static byte[] head(EventType type) {
        return switch (type) {
            case ADDED -> ADDED;
            case MODIFIED -> MODIFIED;
            case DELETED -> DELETED;
        };
    }

    private static byte[] head(String type) {
        return ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
    }
}
