package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON of which no schema is known as values of CEL. Lists and objects are views: only what an expression looks at
/// is converted.
final class DynamicValues {
    private static final CelType OBJECT = MapType.create(SimpleType.STRING, SimpleType.DYN);
    private static final CelType LIST = ListType.create(SimpleType.DYN);

    private DynamicValues() {}

    static Object of(JsonNode json) {
        return switch (json.getNodeType()) {
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
            case BOOLEAN -> json.booleanValue();
            case NUMBER ->
                json.isIntegralNumber() && json.canConvertToLong() ? (Object) json.asLong() : json.doubleValue();
            case STRING -> json.stringValue();
            case ARRAY -> new ListView(new Items(json), LIST);
            case OBJECT -> new MapView(new Fields(json), OBJECT);
        };
    }

    private static final class Items extends AbstractList<Object> {
        private final JsonNode list;

        Items(JsonNode list) {
            this.list = list;
        }

        @Override
        public Object get(int index) {
            JsonNode item = list.get(index);
            if (item == null) {
                throw new IndexOutOfBoundsException(index);
            }
            return of(item);
        }

        @Override
        public int size() {
            return list.size();
        }
    }

    private static final class Fields extends AbstractMap<Object, Object> {
        private final JsonNode object;

        Fields(JsonNode object) {
            this.object = object;
        }

        @Override
        public @Nullable Object get(Object key) {
            JsonNode value = key instanceof String name ? object.get(name) : null;
            return value == null ? null : of(value);
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
                entries.put(field.getKey(), of(field.getValue()));
            }
            return entries.entrySet();
        }
    }
}
