package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaNode;
import dev.cel.common.types.CelType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How CEL sees the values of a schema.
///
/// @param fields the fields of an object with known ones, by the names they have in expressions
/// @param element the values of a list or map
record Shape(
        CelType type,
        SchemaNode node,
        Map<String, Field> fields,
        @Nullable Shape element) {

    /// @param name as it is in JSON
    record Field(String name, Shape shape) {}
}
