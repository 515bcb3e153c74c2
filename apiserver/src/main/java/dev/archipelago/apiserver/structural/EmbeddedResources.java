package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.NameRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks that objects embedded in an object say what they are.
final class EmbeddedResources {
    private final FieldPath path = new FieldPath();
    private List<FieldError> errors = List.of();

    private EmbeddedResources() {}

    static List<FieldError> validate(SchemaNode node, JsonNode value) {
        if (!node.below().embedded()) {
            return List.of();
        }
        EmbeddedResources walk = new EmbeddedResources();
        walk.visit(node, value);
        return walk.errors;
    }

    private void visit(SchemaNode node, JsonNode value) {
        if (!node.below().embedded()) {
            return;
        }
        if (value.isObject()) {
            if (node.embedded()) {
                checkResource(value);
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                SchemaNode schema = node.field(field.getKey());
                if (schema != null) {
                    enter(node, field.getKey());
                    visit(schema, field.getValue());
                    path.up();
                }
            }
        } else if (value.isArray() && node.items() != null) {
            for (int i = 0; i < value.size(); i++) {
                path.index(i);
                visit(node.items(), value.get(i));
                path.up();
            }
        }
    }

    private void enter(SchemaNode node, String name) {
        if (node.properties().containsKey(name)) {
            path.child(name);
        } else {
            path.key(name);
        }
    }

    private void checkResource(JsonNode resource) {
        checkName(resource, "apiVersion");
        checkName(resource, "kind");
        JsonNode metadata = resource.get("metadata");
        if (metadata != null && !metadata.isObject()) {
            add("metadata", FieldError.Type.INVALID, SchemaText.value(metadata), "must be an object");
        }
    }

    private void checkName(JsonNode resource, String name) {
        JsonNode value = resource.get(name);
        if (value == null) {
            add(name, FieldError.Type.REQUIRED, "", "");
            return;
        }
        String complaint = "";
        if (!value.isString()) {
            complaint = "must be a string";
        } else if (value.stringValue().isEmpty()) {
            complaint = "must not be empty";
        } else if (name.equals("kind")) {
            String wrong = NameRules.label(value.stringValue().toLowerCase(Locale.ROOT));
            complaint = wrong.isEmpty() ? "" : "may have mixed case, but should otherwise match: " + wrong;
        } else if (value.stringValue().chars().filter(c -> c == '/').count() > 1) {
            complaint = "unexpected GroupVersion string: " + value.stringValue();
        }
        if (!complaint.isEmpty()) {
            add(name, FieldError.Type.INVALID, SchemaText.value(value), complaint);
        }
    }

    private void add(String name, FieldError.Type type, String value, String detail) {
        if (errors.size() >= Findings.ERRORS_MAX) {
            return;
        }
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        }
        path.child(name);
        errors.add(new FieldError(type, path.toString(), value, detail));
        path.up();
    }
}
