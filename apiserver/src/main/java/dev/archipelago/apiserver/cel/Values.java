package dev.archipelago.apiserver.cel;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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
            case ARRAY -> list(json, shape);
            case OBJECT -> new MapView(fields(json, shape), shape.type());
        };
    }

    private static Object list(JsonNode json, Shape shape) {
        Shape element = shape.element();
        return element == null
                ? NullValue.NULL_VALUE
                : new ListView(JsonViews.list(json, item -> of(item, element)), shape.type());
    }

    private static Map<Object, Object> fields(JsonNode json, Shape shape) {
        Shape element = shape.element();
        return element == null ? new Fields(json, shape) : JsonViews.map(json, value -> of(value, element));
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
