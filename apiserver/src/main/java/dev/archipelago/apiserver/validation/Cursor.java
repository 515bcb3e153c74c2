package dev.archipelago.apiserver.validation;

import dev.archipelago.api.errors.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A value in the tree of an object, or the place where one could be, and how to complain about it.
///
/// A cursor points to its parent, so that going down costs one small object and the path is only written out when
/// something is wrong. The types of values have been checked before; one that is not what a method expects counts as
/// absent.
final class Cursor {
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private final @Nullable Cursor parent;
    private final String name;
    /// The index in a list, [#FIELD] or [#KEY].
    private final int index;

    private final @Nullable JsonNode node;
    private final FieldErrors errors;

    private Cursor(@Nullable Cursor parent, String name, int index, @Nullable JsonNode node, FieldErrors errors) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.node = node;
        this.errors = errors;
    }

    static Cursor root(ObjectNode object, FieldErrors errors) {
        return new Cursor(null, "", FIELD, object, errors);
    }

    Cursor field(String field) {
        return at(field, member(field));
    }

    /// A place below this one that shows another value than its own.
    Cursor at(String field, @Nullable JsonNode value) {
        return new Cursor(this, field, FIELD, value, errors);
    }

    Cursor element(int at) {
        return new Cursor(this, "", at, node == null ? null : node.get(at), errors);
    }

    /// The place of an element, showing another value.
    Cursor elementShowing(int at, @Nullable JsonNode value) {
        return new Cursor(this, "", at, value, errors);
    }

    /// The value of a map, which is shown as `limits[cpu]`.
    Cursor key(String key) {
        return new Cursor(this, key, KEY, member(key), errors);
    }

    Cursor key(String key, @Nullable JsonNode value) {
        return new Cursor(this, key, KEY, value, errors);
    }

    boolean present() {
        return node != null;
    }

    @Nullable
    JsonNode node() {
        return node;
    }

    @Nullable
    JsonNode member(String field) {
        return node instanceof ObjectNode object ? object.get(field) : null;
    }

    boolean has(String field) {
        return member(field) != null;
    }

    /// The number of elements or members.
    int size() {
        return node == null ? 0 : node.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    boolean isEmpty(String field) {
        JsonNode value = member(field);
        return value == null || value.isEmpty();
    }

    String text() {
        return text(node);
    }

    String text(String field) {
        return text(member(field));
    }

    private static String text(@Nullable JsonNode value) {
        return value == null || !value.isString() ? "" : value.stringValue();
    }

    boolean isText() {
        return node != null && node.isString();
    }

    boolean is(String field, String value) {
        return text(field).equals(value);
    }

    long number() {
        return number(node);
    }

    long number(String field) {
        return number(member(field));
    }

    private static long number(@Nullable JsonNode value) {
        return value == null || !value.isIntegralNumber() ? 0 : value.longValue();
    }

    boolean flag(String field) {
        JsonNode value = member(field);
        return value != null && value.isBoolean() && value.booleanValue();
    }

    Set<Map.Entry<String, JsonNode>> entries() {
        return node instanceof ObjectNode object ? object.properties() : Set.of();
    }

    Iterable<JsonNode> items() {
        return node instanceof ArrayNode array ? array : List.of();
    }

    FieldErrors errors() {
        return errors;
    }

    // How to complain.

    void required() {
        required("");
    }

    void required(String detail) {
        errors.add(FieldError.required(path(), detail));
    }

    /// The value as it is, and what is wrong with it.
    void invalid(String detail) {
        errors.add(FieldError.invalid(path(), shown(node), detail));
    }

    void invalid(String value, String detail) {
        errors.add(FieldError.invalid(path(), FieldError.quoted(value), detail));
    }

    void invalid(long value, String detail) {
        errors.add(FieldError.invalid(path(), String.valueOf(value), detail));
    }

    /// For a value that is not there and would not be a text.
    void invalidNull(String detail) {
        errors.add(FieldError.invalid(path(), "null", detail));
    }

    void forbidden(String detail) {
        errors.add(FieldError.forbidden(path(), detail));
    }

    void notSupported(List<String> supported) {
        notSupported(text(), supported);
    }

    void notSupported(String value, List<String> supported) {
        errors.add(FieldError.notSupported(path(), value, supported));
    }

    void duplicate() {
        errors.add(FieldError.duplicate(path(), shown(node)));
    }

    void duplicate(String value) {
        errors.add(FieldError.duplicate(path(), FieldError.quoted(value)));
    }

    void notFound() {
        notFound("");
    }

    void notFound(String detail) {
        errors.add(new FieldError(FieldError.Type.NOT_FOUND, path(), shown(node), detail));
    }

    void tooLong(int bytesMax) {
        errors.add(FieldError.tooLong(path(), bytesMax));
    }

    void tooMany(int itemsMax) {
        errors.add(new FieldError(
                FieldError.Type.TOO_MANY, path(), String.valueOf(size()), "must have at most " + itemsMax + " items"));
    }

    private static String shown(@Nullable JsonNode value) {
        if (value == null) {
            return "\"\"";
        }
        return value.isString() ? FieldError.quoted(value.stringValue()) : value.toString();
    }

    String path() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (parent != null) {
            parent.write(text);
        }
        if (index == FIELD) {
            text.append(text.isEmpty() || name.isEmpty() ? "" : ".").append(name);
        } else {
            text.append('[').append(index == KEY ? name : String.valueOf(index)).append(']');
        }
    }

    @Override
    public String toString() {
        return path();
    }
}
