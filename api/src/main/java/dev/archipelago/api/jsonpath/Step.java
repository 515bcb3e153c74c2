package dev.archipelago.api.jsonpath;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One step of a path: from each value reached so far to those it leads to.
sealed interface Step {
    // Recursive descent multiplies; what exceeds this is no sensible cell and could exhaust the heap.
    int MAX_VALUES = 10_000;

    void follow(JsonNode value, List<JsonNode> into);

    static List<JsonNode> walk(JsonNode root, List<Step> steps) {
        List<JsonNode> values = List.of(root);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode value : values) {
                step.follow(value, next);
                if (next.size() > MAX_VALUES) {
                    return List.of();
                }
            }
            values = next;
        }
        return values;
    }

    record Field(String name) implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            JsonNode child = value.get(name);
            if (child != null) {
                into.add(child);
            }
        }
    }

    record Wildcard() implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            value.forEach(into::add);
        }
    }

    /// Every object and list below a value, and the value itself.
    record Descent() implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            if (!value.isEmpty() && into.size() <= MAX_VALUES) {
                into.add(value);
                value.forEach(child -> follow(child, into));
            }
        }
    }

    record Union(List<List<Step>> branches) implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            for (List<Step> branch : branches) {
                into.addAll(walk(value, branch));
            }
        }
    }

    /// The element at an index, counted from the end when negative.
    record Index(int position) implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            int index = position < 0 ? position + value.size() : position;
            if (value.isArray() && index >= 0 && index < value.size()) {
                into.add(value.get(index));
            }
        }
    }

    /// A range of elements; a bound that lies outside the list makes it empty.
    ///
    /// @param to exclusive; null for the end
    record Slice(int from, @Nullable Integer to, int stride) implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            int size = value.size();
            long start = from < 0 ? (long) from + size : from;
            long end = to == null ? size : to < 0 ? (long) to + size : to;
            if (!value.isArray() || start < 0 || end > size) {
                return;
            }
            for (long i = start; i < end; i += stride) {
                into.add(value.get((int) i));
            }
        }
    }

    /// The elements of which a comparison is true.
    record Filter(Operand left, Comparison comparison, Operand right) implements Step {
        @Override
        public void follow(JsonNode value, List<JsonNode> into) {
            if (!value.isArray()) {
                return;
            }
            for (JsonNode element : value) {
                if (comparison.holds(left.values(element), right.values(element))) {
                    into.add(element);
                }
            }
        }
    }
}
