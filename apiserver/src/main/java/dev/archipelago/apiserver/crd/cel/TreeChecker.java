package dev.archipelago.apiserver.crd.cel;

import dev.archipelago.apiserver.crd.structural.RuleChecker;
import dev.archipelago.apiserver.errors.FieldError;
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
