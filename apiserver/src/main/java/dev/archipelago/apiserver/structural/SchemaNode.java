package dev.archipelago.apiserver.structural;

import dev.archipelago.model.schema.Schema.ListType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A structural schema, or one within it, in the form that objects are checked with.
///
/// @param format as the definition says it; unknown formats too
/// @param nullable whether null is a value
/// @param embedded whether values are whole objects with apiVersion, kind and metadata
/// @param additional what becomes of fields that are not among the properties
/// @param values the schema of such fields where [Additional#TYPED]
/// @param listKeys not empty exactly for [ListType#MAP]
/// @param defaultValue never to be changed, only copied
/// @param below what there is to do in this schema and those within it
public record SchemaNode(
        JsonType type,
        String format,
        boolean nullable,
        boolean preservesUnknownFields,
        boolean embedded,
        Map<String, SchemaNode> properties,
        List<String> required,
        Additional additional,
        @Nullable SchemaNode values,
        @Nullable SchemaNode items,
        ListType listType,
        List<String> listKeys,
        boolean atomicMap,
        @Nullable JsonNode defaultValue,
        Limits limits,
        List<ValidationRule> rules,
        Below below) {

    /// What `additionalProperties` says.
    public enum Additional {
        UNDEFINED,
        FORBIDDEN,
        FREE,
        TYPED
    }

    /// Lets whole subtrees be passed over.
    record Below(boolean defaults, boolean uniqueLists, boolean embedded, boolean rules) {
        Below and(@Nullable SchemaNode node) {
            return node == null
                    ? this
                    : new Below(
                            defaults || node.below.defaults,
                            uniqueLists || node.below.uniqueLists,
                            embedded || node.below.embedded,
                            rules || node.below.rules);
        }
    }

    /// Whether there are CEL rules here or below.
    public boolean hasRules() {
        return below.rules;
    }

    /// The greatest number of characters of a string, or of elements of a list or map; negative when there is no
    /// limit.
    public long sizeMax() {
        Limits.@Nullable Size size = switch (type) {
            case STRING, INT_OR_STRING ->
                limits.text() == null ? null : limits.text().length();
            case ARRAY -> limits.items();
            case OBJECT -> limits.properties();
            case ANY, INTEGER, NUMBER, BOOLEAN -> null;
        };
        return size == null || size.max() == Limits.Size.UNLIMITED ? -1 : size.max();
    }

    /// The length of the longest text that the schema lists; negative when it does not list what values there are.
    public long longestValue() {
        List<JsonNode> values = limits.values();
        return values == null
                ? -1
                : values.stream()
                        .mapToLong(value -> value.asString("").length())
                        .max()
                        .orElse(0);
    }

    /// The schema of a field: its own, or that of all additional ones.
    @Nullable
    SchemaNode field(String name) {
        SchemaNode property = properties.get(name);
        return property == null ? values : property;
    }

    boolean isDefaultedWhenNull() {
        return !nullable && defaultValue != null;
    }
}
