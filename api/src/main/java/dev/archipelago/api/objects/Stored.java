package dev.archipelago.api.objects;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// An object as the store keeps it: its JSON without a resourceVersion, which is the revision of the store beside it.
///
/// The stored form begins `{"apiVersion":…,"kind":…,"metadata":{`, so the resourceVersion is put in by copying, right
/// after the second brace: no list, watch or get ever parses what it sends.
///
/// @param json shared with the store: not to be modified
public record Stored(byte[] json, long resourceVersion) {
    private static final byte[] VERSION_FIELD = "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

    private static final int METADATA_BYTES = "\"metadata\":{".length();

    /// The stored form of a complete object. Puts the leading fields in order and leaves the resourceVersion out.
    public static byte[] encode(ObjectNode object) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.remove("resourceVersion");
        metadata.remove("selfLink");
        ObjectNode ordered = Json.object();
        ordered.set("apiVersion", object.get("apiVersion"));
        ordered.set("kind", object.get("kind"));
        ordered.set("metadata", metadata);
        object.properties().forEach(field -> ordered.putIfAbsent(field.getKey(), field.getValue()));
        return Json.bytes(ordered);
    }

    /// How many bytes [#copyTo] writes.
    public int length() {
        return json.length + VERSION_FIELD.length + digits(resourceVersion) + 2;
    }

    /// Writes the object as clients see it, its resourceVersion included.
    ///
    /// @return the position after the last byte written
    public int copyTo(byte[] target, int position) {
        return copyFrom(0, target, position);
    }

    private int copyFrom(int start, byte[] target, int position) {
        int split = splitAt();
        System.arraycopy(json, start, target, position, split - start);
        int at = position + split - start;
        System.arraycopy(VERSION_FIELD, 0, target, at, VERSION_FIELD.length);
        at += VERSION_FIELD.length;
        int digits = digits(resourceVersion);
        long rest = resourceVersion;
        for (int i = at + digits - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        at += digits;
        target[at++] = '"';
        target[at++] = ',';
        System.arraycopy(json, split, target, at, json.length - split);
        return at + json.length - split;
    }

    /// How many bytes [#copyItemTo] writes.
    public int itemLength() {
        return length() - itemStart() + 1;
    }

    /// Writes the object as an item of a list that says for all its items what they are: without apiVersion and kind.
    ///
    /// @return the position after the last byte written
    public int copyItemTo(byte[] target, int position) {
        int start = itemStart();
        target[position] = '{';
        return copyFrom(start, target, position + 1);
    }

    /// Where the name of the metadata begins.
    private int itemStart() {
        return splitAt() - METADATA_BYTES;
    }

    /// The object as clients see it.
    public byte[] bytes() {
        byte[] target = new byte[length()];
        copyTo(target, 0);
        return target;
    }

    /// A tree of the object as clients see it, fresh and free to be changed.
    public ObjectNode tree() {
        return withVersion(Json.parse(json));
    }

    /// The same for those who only look at it: without who manages which field.
    public ObjectNode view() {
        return withVersion(Json.parseBrief(json));
    }

    /// The same for those who look at nothing but the metadata.
    public ObjectNode head() {
        return withVersion(Json.parseHead(json));
    }

    /// A tree for those who will put another value in one of the object's fields.
    public ObjectNode treeWithout(String field) {
        return withVersion(Json.parseWithout(json, field));
    }

    private ObjectNode withVersion(ObjectNode object) {
        ((ObjectNode) object.get("metadata")).put("resourceVersion", Long.toString(resourceVersion));
        return object;
    }

    private int splitAt() {
        int at = 1;
        while (json[at] != '{') {
            at++;
        }
        return at + 1;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
