package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The compiled rules of a schema, and of the schemas within it that have any.
///
/// @param shape null when the schema says too little for rules to see its values
record RuleTree(
        SchemaNode node,
        @Nullable Shape shape,
        List<CompiledRule> rules,
        Map<String, RuleTree> properties,
        @Nullable RuleTree values,
        @Nullable RuleTree items) {

    /// What names of types begin with. It is not `self`: to a rule, `self.spec` would be the type and not the value.
    private static final String TYPE = "selfType";

    static RuleTree of(SchemaNode node, boolean resource) {
        Shapes shapes = new Shapes();
        return build(node, shapes.of(node, resource, TYPE), shapes);
    }

    private static RuleTree build(SchemaNode node, @Nullable Shape shape, Shapes shapes) {
        List<CompiledRule> rules = node.rules().isEmpty() || shape == null
                ? List.of()
                : new RuleCompiler(shape, shapes).compile(node.rules());
        Map<String, RuleTree> properties = new LinkedHashMap<>();
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            if (property.getValue().hasRules()) {
                properties.put(property.getKey(), buildProperty(property.getKey(), property.getValue(), shape, shapes));
            }
        }
        Shape element = shape == null ? null : shape.element();
        return new RuleTree(
                node,
                shape,
                rules,
                properties,
                node.values() != null && node.values().hasRules() ? build(node.values(), element, shapes) : null,
                node.items() != null && node.items().hasRules() ? build(node.items(), element, shapes) : null);
    }

    /// A field whose name cannot be written in an expression can still have rules of its own.
    private static RuleTree buildProperty(String name, SchemaNode node, @Nullable Shape parent, Shapes shapes) {
        String escaped = Identifiers.escape(name);
        Shape.Field known =
                parent == null || escaped == null ? null : parent.fields().get(escaped);
        Shape shape = known == null ? shapes.of(node, node.embedded(), TYPE + '.' + name) : known.shape();
        return build(node, shape, shapes);
    }
}
