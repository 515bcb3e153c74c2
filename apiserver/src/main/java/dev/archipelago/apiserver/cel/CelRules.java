package dev.archipelago.apiserver.cel;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.RuleChecker;
import dev.archipelago.apiserver.structural.SchemaNode;
import java.util.List;

/// The way from a schema to what evaluates its rules.
public final class CelRules {
    private CelRules() {}

    /// Compiles the rules of a schema; those that do not compile fail each value they apply to.
    public static RuleChecker.Factory factory() {
        return (node, resource) -> new TreeChecker(RuleTree.of(node, resource));
    }

    /// Which rules of a schema could take too long to evaluate.
    ///
    /// @param path where the schema is, such as `spec.versions[0].schema.openAPIV3Schema`
    /// @param root the schema of whole objects, whose rules [#check] has nothing against
    public static List<FieldError> checkCost(String path, SchemaNode root) {
        return root.hasRules() ? CostCheck.check(path, root) : List.of();
    }

    /// What is wrong with the rules of a schema.
    ///
    /// @param path where the schema is, such as `spec.versions[0].schema.openAPIV3Schema`
    /// @param root the schema of whole objects
    public static List<FieldError> check(String path, SchemaNode root) {
        return root.hasRules() ? RuleCheck.check(path, root) : List.of();
    }
}
