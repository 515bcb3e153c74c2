package dev.archipelago.apiserver.decode;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.quantity.Quantity;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import tools.jackson.databind.JsonNode;

/// Checks leaf values and gives them their canonical form.
final class ScalarForm {
    private ScalarForm() {}

    /// The value as it is stored: the same node when it is already in that form.
    static JsonNode of(JsonNode value, ScalarType type, Position position) {
        return switch (type) {
            case STRING, DURATION -> text(value, type, position);
            case BOOLEAN -> {
                if (!value.isBoolean()) {
                    throw mismatch(value, goType(type), position);
                }
                yield value;
            }
            case INT32 -> integer(value, type, position, value.isInt());
            case INT64 -> integer(value, type, position, value.isInt() || value.isLong());
            case DOUBLE -> {
                if (!value.isNumber()) {
                    throw mismatch(value, goType(type), position);
                }
                yield value;
            }
            case BYTES -> bytes(text(value, type, position), position);
            case TIME -> time(text(value, type, position), false, position);
            case MICRO_TIME -> time(text(value, type, position), true, position);
            case QUANTITY -> quantity(value, position);
            case INT_OR_STRING -> value.isString() ? value : integer(value, ScalarType.INT32, position, value.isInt());
        };
    }

    private static JsonNode text(JsonNode value, ScalarType type, Position position) {
        if (!value.isString()) {
            throw mismatch(value, goType(type), position);
        }
        return value;
    }

    private static JsonNode integer(JsonNode value, ScalarType type, Position position, boolean fits) {
        if (fits) {
            return value;
        }
        String given = value.isNumber() ? "number " + value.asString() : jsonType(value);
        throw mismatch(given, value, goType(type), position);
    }

    private static JsonNode bytes(JsonNode value, Position position) {
        int illegal = Base64Text.firstIllegal(value.stringValue());
        if (illegal >= 0) {
            throw new UnfitException(position.path() + ": illegal base64 data at input byte " + illegal);
        }
        return value;
    }

    private static JsonNode time(JsonNode value, boolean micro, Position position) {
        String text = value.stringValue();
        String canonical = micro ? Timestamps.canonicalMicros(text) : Timestamps.canonicalSeconds(text);
        if (canonical == null) {
            throw new UnfitException("%s: parsing time \"%s\" as \"%s\": cannot parse it"
                    .formatted(
                            position.path(),
                            text,
                            micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00"));
        }
        return same(value, text, canonical);
    }

    private static JsonNode quantity(JsonNode value, Position position) {
        if (!value.isString() && !value.isNumber()) {
            throw mismatch(value, "string", position);
        }
        String text = value.asString();
        try {
            String canonical = Quantity.canonical(text);
            return value.isString() ? same(value, text, canonical) : Json.NODES.stringNode(canonical);
        } catch (IllegalArgumentException e) {
            throw new UnfitException(position.path() + ": " + e.getMessage());
        }
    }

    /// Kubernetes keeps no resource amount finer than a thousandth.
    static JsonNode roundedToMilli(JsonNode canonical) {
        String text = canonical.stringValue();
        char last = text.charAt(text.length() - 1);
        if (last != 'n' && last != 'u' && text.indexOf('-', 1) < 0) {
            return canonical;
        }
        return Json.NODES.stringNode(Quantity.parse(text).roundUpToMilli().canonical());
    }

    @SuppressWarnings("ReferenceEquality") // the canonical form is the very text when nothing had to change
    private static JsonNode same(JsonNode value, String text, String canonical) {
        return canonical == text ? value : Json.NODES.stringNode(canonical);
    }

    static UnfitException mismatch(JsonNode value, Schema expected, Position position) {
        return mismatch(value, goType(expected), position);
    }

    private static UnfitException mismatch(JsonNode value, String expected, Position position) {
        return mismatch(jsonType(value), value, expected, position);
    }

    private static UnfitException mismatch(String given, JsonNode value, String expected, Position position) {
        return new UnfitException(
                "json: cannot unmarshal %s into Go struct field %s of type %s"
                        .formatted(given, position.typedField(), expected),
                GoText.cannotRestore(expected, value));
    }

    private static String jsonType(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            case ARRAY -> "array";
            case OBJECT -> "object";
            case NULL, MISSING, POJO, BINARY -> "null";
        };
    }

    private static String goType(Schema schema) {
        return switch (schema) {
            case Schema.Scalar scalar -> goType(scalar.type());
            case Schema.Any any -> "interface {}";
            case Schema.ListOf list -> "[]" + goType(list.element());
            case Schema.MapOf map -> "map[string]" + goType(map.value());
            case Struct struct -> versionedName(struct.name());
        };
    }

    /// `core.v1.PodSpec` as Go shows it: `v1.PodSpec`.
    private static String versionedName(String type) {
        return type.substring(type.lastIndexOf('.', type.lastIndexOf('.') - 1) + 1);
    }

    private static String goType(ScalarType type) {
        return switch (type) {
            case STRING, TIME, MICRO_TIME, DURATION -> "string";
            case BOOLEAN -> "bool";
            case INT32, INT_OR_STRING -> "int32";
            case INT64 -> "int64";
            case DOUBLE -> "float64";
            case BYTES -> "[]uint8";
            case QUANTITY -> "resource.Quantity";
        };
    }
}
