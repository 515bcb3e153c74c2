package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.FieldPath;
import dev.archipelago.apiserver.structural.JsonValues;
import dev.archipelago.apiserver.structural.ListMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Evaluates the rules of an object from the root down, within one budget.
final class RuleWalk {
    /// As in Kubernetes: what all the rules of an object may cost together.
    static final long BUDGET = 10_000_000;

    private static final int ERRORS_MAX = 200;

    private final String root;
    private final FieldPath path = new FieldPath();
    private final List<FieldError> errors = new ArrayList<>();
    private final Budget budget = new Budget(BUDGET);

    RuleWalk(String root) {
        this.root = root;
    }

    /// A value and what it was before.
    ///
    /// @param old null where that is not known
    /// @param parent the nearest value above whose old one is known, for values whose own is not
    record Change(
            JsonNode value,
            @Nullable JsonNode old,
            @Nullable Change parent) {

        Change to(JsonNode child, @Nullable JsonNode oldChild) {
            return new Change(child, oldChild, old == null ? parent : this);
        }

        /// Whether an error here was there before.
        boolean isUnchanged() {
            if (old != null) {
                return JsonValues.same(value, old);
            }
            return parent != null && parent.isUnchanged();
        }
    }

    List<FieldError> walk(RuleTree tree, JsonNode value, @Nullable JsonNode old) {
        visit(tree, new Change(value, old, null));
        return errors;
    }

    private void visit(RuleTree tree, Change change) {
        if (change.value().isNull() || budget.isSpent() || errors.size() >= ERRORS_MAX) {
            return;
        }
        if (!tree.rules().isEmpty() && tree.shape() != null) {
            new RuleRun(field(), tree.shape(), change, budget, errors).run(tree.rules());
        }
        if (change.value().isObject()) {
            visitFields(tree, change);
        } else if (change.value().isArray() && tree.items() != null) {
            visitItems(tree, tree.items(), change);
        }
    }

    private void visitFields(RuleTree tree, Change change) {
        JsonNode old = change.old();
        for (Map.Entry<String, JsonNode> field : change.value().properties()) {
            String name = field.getKey();
            JsonNode oldField = old == null ? null : old.get(name);
            RuleTree property = tree.properties().get(name);
            if (property != null) {
                path.child(name);
                visit(property, change.to(field.getValue(), oldField));
                path.up();
            } else if (tree.values() != null && !tree.node().properties().containsKey(name)) {
                path.key(name);
                visit(tree.values(), change.to(field.getValue(), oldField));
                path.up();
            }
        }
    }

    private void visitItems(RuleTree tree, RuleTree items, Change change) {
        ListMatcher matcher = ListMatcher.of(tree.node(), change.old());
        for (int i = 0; i < change.value().size(); i++) {
            JsonNode item = change.value().get(i);
            path.index(i);
            visit(items, change.to(item, matcher.match(item)));
            path.up();
        }
    }

    private String field() {
        String below = path.toString();
        if (root.isEmpty() || below.equals("<nil>")) {
            return root.isEmpty() ? below : root;
        }
        return root + (below.startsWith("[") ? "" : ".") + below;
    }
}
