package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
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
            case ARRAY -> new ListView(JsonViews.list(json, DynamicValues::of), LIST);
            case OBJECT -> new MapView(JsonViews.map(json, DynamicValues::of), OBJECT);
        };
    }
}
