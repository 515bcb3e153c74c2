package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Where objects keep what their scale subresource shows, as paths such as `.spec.replicas`.
///
/// @param labelSelectorPath empty when there is none
public record ScaleFields(String specReplicasPath, String statusReplicasPath, String labelSelectorPath) {

    static Optional<ScaleFields> of(JsonNode scale) {
        return scale.isObject()
                ? Optional.of(new ScaleFields(
                        Json.text(scale, "specReplicasPath"),
                        Json.text(scale, "statusReplicasPath"),
                        Json.text(scale, "labelSelectorPath")))
                : Optional.empty();
    }

    /// What is wrong with the numbers that an object keeps there.
    ///
    /// @param statusOnly whether only the status changes
    List<FieldError> validate(ObjectNode object, boolean statusOnly) {
        List<FieldError> errors = new ArrayList<>();
        if (!statusOnly) {
            checkReplicas(specReplicasPath, object, errors);
        }
        checkReplicas(statusReplicasPath, object, errors);
        if (!labelSelectorPath.isEmpty()) {
            JsonNode selector = at(object, labelSelectorPath);
            if (!selector.isMissingNode() && !selector.isString()) {
                errors.add(
                        FieldError.invalid(labelSelectorPath, "\"\"", accessor(labelSelectorPath, selector, "string")));
            }
        }
        return errors;
    }

    private static void checkReplicas(String path, ObjectNode object, List<FieldError> errors) {
        JsonNode replicas = at(object, path);
        if (replicas.isMissingNode()) {
            return;
        }
        if (!replicas.isIntegralNumber() || !replicas.canConvertToLong()) {
            errors.add(FieldError.invalid(path, "0", accessor(path, replicas, "int64")));
        } else if (replicas.longValue() < 0) {
            errors.add(FieldError.invalid(path, replicas.asString(), "should be a non-negative integer"));
        } else if (replicas.longValue() > Integer.MAX_VALUE) {
            errors.add(FieldError.invalid(
                    path, replicas.asString(), "should be less than or equal to " + Integer.MAX_VALUE));
        }
    }

    private static String accessor(String path, JsonNode value, String wanted) {
        String type = switch (value.getNodeType()) {
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
            case OBJECT -> "map[string]interface {}";
            case ARRAY -> "[]interface {}";
            case NULL, MISSING, BINARY, POJO -> "<nil>";
        };
        String shown = value.isString() ? value.stringValue() : SchemaText.value(value);
        return path + " accessor error: " + shown + " is of the type " + type + ", expected " + wanted;
    }

    private static JsonNode at(JsonNode object, String path) {
        JsonNode node = object;
        for (String step : path.substring(1).split("\\.", -1)) {
            node = node.path(step);
        }
        return node;
    }
}
