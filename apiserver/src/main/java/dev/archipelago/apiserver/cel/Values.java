package dev.archipelago.apiserver.cel;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON as values of CEL. Lists and objects are views: only what a rule looks at is converted.
final class Values {
    private Values() {}

    static Object of(JsonNode json, Shape shape) {
        return switch (json.getNodeType()) {
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
            case BOOLEAN -> json.booleanValue();
            case NUMBER -> number(json, shape);
            case STRING -> text(json.stringValue(), shape);
            case ARRAY ->
                shape.element() == null
                        ? NullValue.NULL_VALUE
                        : new ListView(new Items(json, shape.element()), shape.type());
            case OBJECT ->
                new MapView(
                        shape.element() == null ? new Fields(json, shape) : new Entries(json, shape.element()),
                        shape.type());
        };
    }

    private static Object number(JsonNode json, Shape shape) {
        return switch (shape.node().type()) {
            case NUMBER -> (Object) json.doubleValue();
            case INTEGER, INT_OR_STRING, ANY, STRING, BOOLEAN, ARRAY, OBJECT ->
                json.canConvertToLong() ? (Object) json.asLong() : (Object) json.doubleValue();
        };
    }

    private static Object text(String text, Shape shape) {
        try {
            return switch (shape.node().format()) {
                case "byte" -> CelByteString.of(Base64.getDecoder().decode(text));
                case "duration" -> Durations.parse(text);
                case "date" ->
                    LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
                case "date-time" ->
                    OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            // The formats of a schema are checked before its rules; where they are more lenient, rules see the text.
            return text;
        }
    }

    private static final class Items extends AbstractList<Object> {
        private final JsonNode list;
        private final Shape element;

        Items(JsonNode list, Shape element) {
            this.list = list;
            this.element = element;
        }

        @Override
        public Object get(int index) {
            JsonNode item = list.get(index);
            if (item == null) {
                throw new IndexOutOfBoundsException(index);
            }
            return of(item, element);
        }

        @Override
        public int size() {
            return list.size();
        }
    }

    /// A map with free keys.
    private static final class Entries extends AbstractMap<Object, Object> {
        private final JsonNode object;
        private final Shape element;

        Entries(JsonNode object, Shape element) {
            this.object = object;
            this.element = element;
        }

        @Override
        public @Nullable Object get(Object key) {
            JsonNode value = key instanceof String name ? object.get(name) : null;
            return value == null ? null : of(value, element);
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
            for (Entry<String, JsonNode> entry : object.properties()) {
                entries.put(entry.getKey(), of(entry.getValue(), element));
            }
            return entries.entrySet();
        }
    }

    /// An object with known fields; others are not seen.
    private static final class Fields extends AbstractMap<Object, Object> {
        private final JsonNode object;
        private final Shape shape;

        Fields(JsonNode object, Shape shape) {
            this.object = object;
            this.shape = shape;
        }

        @Override
        public @Nullable Object get(Object key) {
            Shape.Field field = key instanceof String name ? shape.fields().get(name) : null;
            JsonNode value = field == null ? null : object.get(field.name());
            return field == null || value == null ? null : of(value, field.shape());
        }

        @Override
        public boolean containsKey(Object key) {
            Shape.Field field = key instanceof String name ? shape.fields().get(name) : null;
            return field != null && object.has(field.name());
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            Map<Object, Object> entries = new LinkedHashMap<>();
            shape.fields().forEach((name, field) -> {
                JsonNode value = object.get(field.name());
                if (value != null) {
                    entries.put(name, of(value, field.shape()));
                }
            });
            return entries.entrySet();
        }
    }
}
