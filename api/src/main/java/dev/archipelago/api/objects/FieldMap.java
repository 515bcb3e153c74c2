package dev.archipelago.api.objects;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The fields of a JSON object in their order: in one array as long as they are few, which nearly always they are.
///
/// Tables and entries of hash maps would otherwise be a third of all that a server under load allocates.
final class FieldMap extends AbstractMap<String, JsonNode> {
    /// With more than these, looking at one after the other takes longer than hashing.
    static final int FEW_MAX = 16;

    private static final @Nullable Object[] NONE = {};
    private static final int FIRST_ROOM = 4;

    /// Name and value by turns, while they are few.
    private @Nullable Object[] few = NONE;

    /// The length of what is used of them.
    private int end;

    /// All fields, once they have been many.
    private @Nullable Map<String, JsonNode> many;

    @Override
    public int size() {
        return many != null ? many.size() : end / 2;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return many != null ? many.containsKey(name) : find(name) >= 0;
    }

    @Override
    public @Nullable JsonNode get(@Nullable Object name) {
        if (many != null) {
            return many.get(name);
        }
        int at = find(name);
        return at < 0 ? null : value(at);
    }

    @Override
    public @Nullable JsonNode put(String name, JsonNode value) {
        if (many != null) {
            return many.put(name, value);
        }
        int at = find(name);
        if (at >= 0) {
            return replace(at, value);
        }
        if (end == 2 * FEW_MAX) {
            many = new LinkedHashMap<>(this);
            few = NONE;
            return many.put(name, value);
        }
        if (end == few.length) {
            few = Arrays.copyOf(few, Math.max(2 * FIRST_ROOM, 2 * end));
        }
        few[end] = name;
        few[end + 1] = value;
        end += 2;
        return null;
    }

    @Override
    public @Nullable JsonNode remove(@Nullable Object name) {
        if (many != null) {
            return many.remove(name);
        }
        int at = find(name);
        return at < 0 ? null : removeAt(at);
    }

    @Override
    public void clear() {
        few = NONE;
        end = 0;
        many = null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonNode> action) {
        if (many != null) {
            many.forEach(action);
            return;
        }
        for (int at = 0; at < end; at += 2) {
            action.accept(name(at), value(at));
        }
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return new Fields();
    }

    private int find(@Nullable Object name) {
        for (int at = 0; at < end; at += 2) {
            if (name(at).equals(name)) {
                return at;
            }
        }
        return -1;
    }

    @SuppressWarnings("NullAway") // Before the end there are no gaps.
    private String name(int at) {
        return (String) few[at];
    }

    @SuppressWarnings("NullAway")
    private JsonNode value(int at) {
        return (JsonNode) few[at + 1];
    }

    private JsonNode replace(int at, JsonNode value) {
        JsonNode before = value(at);
        few[at + 1] = value;
        return before;
    }

    private JsonNode removeAt(int at) {
        JsonNode before = value(at);
        System.arraycopy(few, at + 2, few, at, end - at - 2);
        end -= 2;
        few[end] = null;
        few[end + 1] = null;
        return before;
    }

    private final class Fields extends AbstractSet<Entry<String, JsonNode>> {
        @Override
        public int size() {
            return FieldMap.this.size();
        }

        @Override
        public Iterator<Entry<String, JsonNode>> iterator() {
            return many != null ? many.entrySet().iterator() : new Walk();
        }
    }

    private final class Walk implements Iterator<Entry<String, JsonNode>> {
        private int next;
        private boolean removable;

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public Entry<String, JsonNode> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int at = next;
            next += 2;
            removable = true;
            return new Field(at, name(at), value(at));
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new IllegalStateException("nothing to remove");
            }
            removable = false;
            next -= 2;
            removeAt(next);
        }
    }

    private final class Field extends SimpleEntry<String, JsonNode> {
        private static final long serialVersionUID = 1;
        private final int at;

        Field(int at, String name, JsonNode value) {
            super(name, value);
            this.at = at;
        }

        @Override
        public JsonNode setValue(JsonNode value) {
            replace(at, value);
            return super.setValue(value);
        }
    }
}
