package dev.archipelago.apiserver.apply;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Merges a configuration into an object as server-side apply does, but nobody comes to own its fields: for what
/// admission changes.
public final class Overlay {
    private Overlay() {}

    /// Merges. The result may share subtrees with both arguments, which stay as they are.
    ///
    /// @throws ApiException with 400 when the schema does not have a field, or a part of the configuration would
    ///     replace more than it says
    public static ObjectNode merge(ObjectNode live, ObjectNode configuration, Struct schema) {
        AppliedCheck.check(configuration, schema);
        List<String> atomics = new ArrayList<>();
        findAtomics("", configuration, schema, atomics);
        if (!atomics.isEmpty()) {
            throw ApiException.badRequest("invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
                    + String.join(", ", atomics));
        }
        return Merger.merge(live, configuration, schema);
    }

    private static void findAtomics(String path, JsonNode value, Schema schema, List<String> atomics) {
        switch (schema) {
            case Struct struct
            when value.isObject() -> {
                if (struct.atomic()) {
                    atomics.add(path);
                }
                findInFields(path, value, struct, atomics);
            }
            case MapOf map
            when value.isObject() -> {
                if (map.atomic()) {
                    atomics.add(path);
                }
                findInFields(path, value, map, atomics);
            }
            case ListOf list
            when value.isArray() -> {
                if (list.listType() == ListType.ATOMIC) {
                    atomics.add(path);
                }
                for (int i = 0; i < value.size(); i++) {
                    findAtomics(path + '[' + i + ']', value.path(i), list.element(), atomics);
                }
            }
            case Struct _, MapOf _, ListOf _, Schema.Scalar _, Schema.Any _ -> {}
        }
    }

    private static void findInFields(String path, JsonNode object, Schema schema, List<String> atomics) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            findAtomics(path + '.' + field.getKey(), field.getValue(), Shapes.child(schema, field.getKey()), atomics);
        }
    }
}
