package dev.archipelago.apiserver.cel;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Lists and objects of JSON as those of Java. What is in them is converted when it is looked at.
final class JsonViews {
    private JsonViews() {}

    static List<Object> list(JsonNode list, Function<JsonNode, Object> conversion) {
        return new Items(list, conversion);
    }

    /// An object with free keys.
    static Map<Object, Object> map(JsonNode object, Function<JsonNode, Object> conversion) {
        return new Entries(object, conversion);
    }

    private static final class Items extends AbstractList<Object> {
        private final JsonNode list;
        private final Function<JsonNode, Object> conversion;

        Items(JsonNode list, Function<JsonNode, Object> conversion) {
            this.list = list;
            this.conversion = conversion;
        }

        @Override
        public Object get(int index) {
            JsonNode item = list.get(index);
            if (item == null) {
                throw new IndexOutOfBoundsException(index);
            }
            return conversion.apply(item);
        }

        @Override
        public int size() {
            return list.size();
        }
    }

    private static final class Entries extends AbstractMap<Object, Object> {
        private final JsonNode object;
        private final Function<JsonNode, Object> conversion;

        Entries(JsonNode object, Function<JsonNode, Object> conversion) {
            this.object = object;
            this.conversion = conversion;
        }

        @Override
        public @Nullable Object get(Object key) {
            JsonNode value = key instanceof String name ? object.get(name) : null;
            return value == null ? null : conversion.apply(value);
        }

        @Override
        public boolean containsKey(Object key) {
            return key instanceof String name && object.has(name);
        }

        @Override
        public int size() {
            return object.size();
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (Entry<String, JsonNode> field : object.properties()) {
                entries.put(field.getKey(), conversion.apply(field.getValue()));
            }
            return entries.entrySet();
        }
    }
}
