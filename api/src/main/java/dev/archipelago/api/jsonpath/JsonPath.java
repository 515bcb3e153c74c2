package dev.archipelago.api.jsonpath;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A path into a JSON value, such as `.spec.replicas` or `.status.conditions[?(@.type=="Ready")].status`: compiled
/// once, then evaluated on any number of values. Immutable.
///
/// Understood are fields, quoted fields (`['a.b/c']`), indices, slices, unions, `*`, `..` and filters that compare or
/// test one operand. What is not there, or is not of the shape the path expects, is simply not found.
public final class JsonPath {
    // A path is a line in a definition; what is longer is an attack on the parser's stack.
    private static final int MAX_LENGTH = 1024;

    private final String text;
    private final List<Step> steps;

    private JsonPath(String text, List<Step> steps) {
        this.text = text;
        this.steps = List.copyOf(steps);
    }

    /// Compiles a path.
    ///
    /// @throws ApiException 400 that says what is wrong with it
    public static JsonPath compile(String text) {
        if (text.length() > MAX_LENGTH) {
            throw ApiException.badRequest("invalid JSONPath: longer than " + MAX_LENGTH + " characters");
        }
        return new JsonPath(text, new PathParser(text).steps());
    }

    /// All values the path leads to, in document order; none when it leads nowhere.
    public List<JsonNode> find(JsonNode root) {
        return Step.walk(root, steps);
    }

    /// The first value the path leads to, or null. Cheap for plain field paths.
    public @Nullable JsonNode first(JsonNode root) {
        JsonNode node = root;
        for (Step step : steps) {
            if (!(step instanceof Step.Field(String name))) {
                List<JsonNode> found = find(root);
                return found.isEmpty() ? null : found.getFirst();
            }
            node = node.path(name);
        }
        return node.isMissingNode() ? null : node;
    }

    /// The names along the path, where it is made of fields only: what a writer needs to set the value.
    public Optional<List<String>> fieldNames() {
        List<String> names = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (!(step instanceof Step.Field(String name))) {
                return Optional.empty();
            }
            names.add(name);
        }
        return Optional.of(names);
    }

    @Override
    public String toString() {
        return text;
    }
}
