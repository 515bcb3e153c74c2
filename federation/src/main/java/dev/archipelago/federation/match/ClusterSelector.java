package dev.archipelago.federation.match;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The cluster selector of Federation v1's annotation: a JSON list of requirements on the labels of Cluster objects,
/// all of which must hold.
public final class ClusterSelector {
    private static final String FIELD = "metadata.annotations[" + Names.CLUSTER_SELECTOR + "]";

    private final List<Requirement> requirements;

    private record Requirement(String key, String operator, List<String> values) {}

    private ClusterSelector(List<Requirement> requirements) {
        this.requirements = requirements;
    }

    /// Reads the annotation; an empty one selects all clusters.
    ///
    /// @throws ApiException INVALID naming the annotation
    public static ClusterSelector parse(Template template) {
        String text = template.annotation(Names.CLUSTER_SELECTOR);
        if (text.isEmpty()) {
            return new ClusterSelector(List.of());
        }
        try {
            return new ClusterSelector(requirements(text));
        } catch (IllegalArgumentException e) {
            throw invalid(template, text, String.valueOf(e.getMessage()));
        }
    }

    /// The error in the annotation's text; empty if it is valid.
    public static Optional<String> problem(String text) {
        try {
            requirements(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static List<Requirement> requirements(String text) {
        List<Requirement> requirements = new ArrayList<>();
        JsonNode list;
        try {
            list = Json.MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
        if (!list.isArray()) {
            throw new IllegalArgumentException("must be a list of requirements");
        }
        list.forEach(one -> requirements.add(requirement(one)));
        return requirements;
    }

    private static ApiException invalid(Template template, String text, String detail) {
        return ApiException.invalid(
                template.kind().type().group(),
                template.kind().name(),
                template.object().name(),
                List.of(FieldError.invalid(FIELD, FieldError.quoted(text), detail)));
    }

    private static Requirement requirement(JsonNode json) {
        String key = json.path("key").asString("");
        String operator = json.path("operator").asString("");
        List<String> values = json.path("values")
                .valueStream()
                .map(value -> value.asString(""))
                .toList();
        if (key.isEmpty()) {
            throw new IllegalArgumentException("each requirement must have a key");
        }
        String canonical = canonical(operator);
        if (canonical.equals("gt") || canonical.equals("lt")) {
            if (values.size() != 1 || !values.getFirst().matches("-?\\d{1,18}")) {
                throw new IllegalArgumentException("operator " + operator + " takes one whole number");
            }
        } else if (canonical.equals("in") || canonical.equals("notin")) {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("operator " + operator + " takes at least one value");
            }
        }
        return new Requirement(key, canonical, values);
    }

    private static String canonical(String operator) {
        return switch (operator) {
            case "=", "==", "in", "In" -> "in";
            case "!=", "notin", "NotIn" -> "notin";
            case "exists", "Exists" -> "exists";
            case "!", "DoesNotExist" -> "absent";
            case "gt", "Gt", ">" -> "gt";
            case "lt", "Lt", "<" -> "lt";
            default -> throw new IllegalArgumentException("there is no operator \"" + operator + '"');
        };
    }

    /// Whether a cluster with these labels is selected.
    public boolean matches(Map<String, String> labels) {
        return requirements.stream().allMatch(requirement -> holds(requirement, labels.get(requirement.key)));
    }

    private static boolean holds(Requirement requirement, @Nullable String value) {
        return switch (requirement.operator) {
            case "in" -> value != null && requirement.values.contains(value);
            case "notin" -> value == null || !requirement.values.contains(value);
            case "exists" -> value != null;
            case "absent" -> value == null;
            case "gt" -> isNumber(value) && number(value) > number(requirement.values.getFirst());
            default -> isNumber(value) && number(value) < number(requirement.values.getFirst());
        };
    }

    private static boolean isNumber(@Nullable String value) {
        return value != null && value.matches("-?\\d{1,18}");
    }

    private static long number(@Nullable String value) {
        return value == null ? 0 : Long.parseLong(value);
    }
}
