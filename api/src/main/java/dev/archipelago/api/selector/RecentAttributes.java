package dev.archipelago.api.selector;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The attributes of the objects that were looked at last, so that a thousand watches, each of another node's pods,
/// read a changed pod once. A lost race only costs a second reading.
public final class RecentAttributes {
    private static final int SLOTS = 512;
    private static final int LARGE_BYTES = 32 * 1024;

    private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);

    private record Slot(byte[] json, AttributeReader reader, ObjectAttributes attributes) {}

    ObjectAttributes read(byte[] json, AttributeReader reader) {
        if (json.length > LARGE_BYTES) {
            // To keep many of these would cost more memory than reading them costs time.
            return reader.read(json);
        }
        int at = (System.identityHashCode(json) ^ reader.hashCode()) & (SLOTS - 1);
        Slot slot = slots.get(at);
        if (slot != null && slot.reader.equals(reader) && Arrays.equals(slot.json, json)) {
            return slot.attributes;
        }
        ObjectAttributes attributes = reader.read(json);
        slots.set(at, new Slot(json, reader, attributes));
        return attributes;
    }
}
