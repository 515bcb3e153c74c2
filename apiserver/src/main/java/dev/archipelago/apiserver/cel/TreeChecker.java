package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.RuleChecker;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Evaluates compiled rules.
record TreeChecker(RuleTree tree) implements RuleChecker {
    @Override
    public List<FieldError> check(String root, JsonNode value, @Nullable JsonNode old) {
        return new RuleWalk(root).walk(tree, value, old);
    }
}
