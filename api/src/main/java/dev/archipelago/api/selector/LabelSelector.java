package dev.archipelago.api.selector;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A conjunction of requirements on the labels of an object. Immutable.
public final class LabelSelector {
    private static final LabelSelector EVERYTHING = new LabelSelector(List.of(), true);
    private static final LabelSelector NOTHING = new LabelSelector(List.of(), false);

    private final List<Requirement> requirements;
    private final boolean selectable;

    private LabelSelector(List<Requirement> requirements, boolean selectable) {
        this.requirements = requirements;
        this.selectable = selectable;
    }

    public static LabelSelector everything() {
        return EVERYTHING;
    }

    public static LabelSelector nothing() {
        return NOTHING;
    }

    /// Reads the form of the `labelSelector` query parameter.
    ///
    /// @throws ApiException 400, in Kubernetes' words, when the text is no selector
    public static LabelSelector parse(String text) {
        return text.isEmpty() ? EVERYTHING : of(LabelParser.parse(text));
    }

    /// Reads the form that objects carry: `matchLabels` and `matchExpressions`. Without one, nothing matches; an
    /// empty one matches everything.
    ///
    /// @throws ApiException 400 when it is not a valid selector
    public static LabelSelector of(@Nullable JsonNode selector) {
        if (selector == null || selector.isNull() || selector.isMissingNode()) {
            return NOTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            requirements.add(checked(
                    label.getKey(), Operator.EQUALS, List.of(label.getValue().asString(""))));
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            requirements.add(checked(
                    expression.path("key").asString(""),
                    operator(expression.path("operator").asString("")),
                    expression
                            .path("values")
                            .valueStream()
                            .map(value -> value.asString(""))
                            .toList()));
        }
        return of(requirements);
    }

    /// Matches objects that have all of these labels, with these values; validity is the caller's matter.
    public static LabelSelector exactly(Map<String, String> labels) {
        return of(labels.entrySet().stream()
                .map(label -> new Requirement(label.getKey(), Operator.EQUALS, List.of(label.getValue())))
                .toList());
    }

    private static LabelSelector of(List<Requirement> requirements) {
        if (requirements.isEmpty()) {
            return EVERYTHING;
        }
        return new LabelSelector(
                requirements.stream()
                        .sorted(Comparator.comparing(Requirement::key))
                        .toList(),
                true);
    }

    private static Operator operator(String text) {
        return switch (text) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default ->
                throw ApiException.badRequest(SelectorText.quoted(text) + " is not a valid label selector operator");
        };
    }

    private static Requirement checked(String key, Operator operator, List<String> values) {
        List<String> faults = RequirementRules.faults(key, operator, values);
        if (!faults.isEmpty()) {
            throw ApiException.badRequest(RequirementRules.aggregated(faults));
        }
        return new Requirement(key, operator, values);
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return selectable;
    }

    public boolean isEverything() {
        return selectable && requirements.isEmpty();
    }

    public boolean isNothing() {
        return !selectable;
    }

    /// Sorted by key.
    public List<Requirement> requirements() {
        return requirements;
    }

    /// The one value the first requirement on this label leaves possible, if there is just one.
    public Optional<String> requiredValue(String key) {
        for (Requirement requirement : requirements) {
            if (requirement.key().equals(key)) {
                return switch (requirement.operator()) {
                    case EQUALS, DOUBLE_EQUALS, IN ->
                        requirement.values().size() == 1
                                ? Optional.of(requirement.values().getFirst())
                                : Optional.empty();
                    case NOT_EQUALS, NOT_IN, EXISTS, DOES_NOT_EXIST, GREATER_THAN, LESS_THAN -> Optional.empty();
                };
            }
        }
        return Optional.empty();
    }

    /// The canonical query form, which [#parse] reads back.
    @Override
    public String toString() {
        return String.join(",", requirements.stream().map(Requirement::toString).toList());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LabelSelector that
                && selectable == that.selectable
                && requirements.equals(that.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode();
    }
}
