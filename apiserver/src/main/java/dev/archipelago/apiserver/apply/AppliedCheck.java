package dev.archipelago.apiserver.apply;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Refuses configurations that cannot be merged: fields that the schema does not have, values of the wrong form,
/// items without keys or with the same keys.
final class AppliedCheck {
    private final List<String> path = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private AppliedCheck() {}

    static void check(ObjectNode applied, Struct schema) {
        AppliedCheck check = new AppliedCheck();
        check.checkFields(applied, schema);
        if (!check.problems.isEmpty()) {
            throw ApiException.badRequest("failed to create typed patch object (%s): %s"
                    .formatted(
                            describe(applied),
                            check.problems.size() == 1
                                    ? check.problems.getFirst()
                                    : "errors:\n  " + String.join("\n  ", check.problems)));
        }
    }

    private static String describe(ObjectNode object) {
        String version = object.path("apiVersion").asString("");
        JsonNode metadata = object.path("metadata");
        return "%s/%s; %s, Kind=%s"
                .formatted(
                        metadata.path("namespace").asString(""),
                        metadata.path("name").asString(""),
                        version.contains("/") ? version : "/" + version,
                        object.path("kind").asString(""));
    }

    private void check(JsonNode value, Schema schema) {
        if (value.isNull()) {
            return;
        }
        if (schema instanceof Schema.Scalar) {
            expect(!value.isContainer(), "scalar", value);
        } else if (schema instanceof Struct struct) {
            if (!Json.identical(struct, Shapes.DEDUCED) && expect(value.isObject(), "map", value) && !struct.atomic()) {
                checkFields(value, struct);
            }
        } else if (schema instanceof ListOf list) {
            if (expect(value.isArray(), "list", value) && list.listType() != ListType.ATOMIC) {
                checkItems(value, list);
            }
        } else if (schema instanceof Schema.MapOf map && expect(value.isObject(), "map", value) && !map.atomic()) {
            checkFields(value, map);
        }
    }

    private void checkFields(JsonNode object, Schema schema) {
        boolean root = path.isEmpty();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            path.add(PathElements.field(name));
            if (schema instanceof Struct struct) {
                @Nullable Field known = struct.field(name);
                if (known != null) {
                    check(field.getValue(), known.schema());
                } else if (!struct.preservesUnknownFields() && !(root && isTypeOrMetadata(name))) {
                    problem("field not declared in schema");
                }
            } else {
                check(field.getValue(), Shapes.child(schema, name));
            }
            path.removeLast();
        }
    }

    private static boolean isTypeOrMetadata(String name) {
        return FieldSets.UNTRACKED.contains(name) || name.equals("metadata");
    }

    private void checkItems(JsonNode array, ListOf list) {
        Set<String> seen = new HashSet<>();
        int index = 0;
        for (JsonNode item : array) {
            @Nullable String element = PathElements.item(list, item);
            if (element == null) {
                problem("element %d: %s".formatted(index, withoutElement(list, item)));
            } else if (!seen.add(element)) {
                problem("duplicate entries for key " + PathElements.display(element));
            } else {
                path.add(element);
                check(item, list.element());
                path.removeLast();
            }
            index++;
        }
    }

    private static String withoutElement(ListOf list, JsonNode item) {
        if (list.listType() == ListType.SET) {
            return "associative list without keys has an element that is not a scalar";
        }
        if (!item.isObject()) {
            return "associative list with keys may not have " + (item.isNull() ? "a null element" : "non-map elements");
        }
        return "associative list with keys has an element that omits all key fields " + list.mapKeys();
    }

    private boolean expect(boolean holds, String form, JsonNode value) {
        if (!holds) {
            problem("expected %s, got %s".formatted(form, value));
        }
        return holds;
    }

    private void problem(String what) {
        StringBuilder text = new StringBuilder();
        for (String element : path) {
            text.append(PathElements.display(element));
        }
        problems.add(text.append(": ").append(what).toString());
    }
}
