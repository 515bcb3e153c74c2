package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.Limits.Alternatives;
import dev.archipelago.apiserver.structural.Limits.Size;
import dev.archipelago.apiserver.structural.SchemaNode.Additional;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Validates a value against a schema.
///
/// With an old value, errors within parts that have not changed are forgiven: otherwise a stricter schema would lock
/// up objects that were fine when they were written.
final class SchemaWalk {
    private final FieldPath path = new FieldPath();
    private final Report report;
    private final ValueChecks checks;

    private SchemaWalk(String root) {
        report = new Report(root, path);
        checks = new ValueChecks(report);
    }

    /// @param root the field that the value is in, or empty for a whole object
    static List<FieldError> validate(String root, SchemaNode node, JsonNode value) {
        SchemaWalk walk = new SchemaWalk(root);
        walk.visit(node, value, null);
        return walk.report.findings().errors();
    }

    static List<FieldError> validateUpdate(String root, SchemaNode node, @Nullable JsonNode old, JsonNode value) {
        List<FieldError> errors = validate(root, node, value);
        if (errors.isEmpty() || old == null) {
            return errors;
        }
        SchemaWalk walk = new SchemaWalk(root);
        walk.descend(node, value, old);
        return walk.report.findings().errors();
    }

    private void descend(SchemaNode node, JsonNode value, @Nullable JsonNode old) {
        int before = report.findings().size();
        visit(node, value, old);
        if (old != null && report.findings().size() > before && JsonValues.same(old, value)) {
            report.findings().truncate(before);
        }
    }

    private void visit(SchemaNode node, JsonNode value, @Nullable JsonNode old) {
        Limits limits = node.limits();
        if (value.isNull()) {
            if (node.type() != JsonType.ANY && !node.nullable()) {
                report.wrongType(node.type().text(), "null");
            }
            checks.checkEnum(limits, value);
            return;
        }
        checks.checkType(node, value);
        report.count(2);
        if (limits.alternatives() != null) {
            visitAlternatives(limits.alternatives(), value, old);
        }
        if (value.isString()) {
            checks.checkText(limits, value.stringValue());
        } else if (value.isNumber()) {
            checks.checkNumber(node, value);
        } else if (value.isArray()) {
            visitList(node, value, old);
        }
        checks.checkEnum(limits, value);
        if (value.isObject()) {
            visitObject(node, value, old);
        }
        report.count(1);
    }

    private void visitList(SchemaNode node, JsonNode list, @Nullable JsonNode old) {
        report.count(2);
        SchemaNode items = node.items();
        int size = list.size();
        if (items != null) {
            ListMatcher matcher = ListMatcher.of(node, old);
            for (int i = 0; i < size; i++) {
                JsonNode item = list.get(i);
                path.index(i);
                descend(items, item, matcher.match(item));
                path.up();
            }
        }
        Size wanted = node.limits().items();
        if (wanted != null && size < wanted.min()) {
            report.invalid(Integer.toString(size), "should have at least " + wanted.min() + " items");
        }
        if (wanted != null && size > wanted.max()) {
            report.tooMany(size, wanted.max());
        }
        if (node.limits().uniqueItems() && hasDuplicates(list)) {
            report.invalid("\"\"", "shouldn't contain duplicates");
        }
    }

    private static boolean hasDuplicates(JsonNode list) {
        Set<Object> seen = new HashSet<>();
        for (JsonNode item : list) {
            if (!seen.add(JsonValues.key(item))) {
                return true;
            }
        }
        return false;
    }

    private void visitObject(SchemaNode node, JsonNode object, @Nullable JsonNode old) {
        report.count(1);
        Size wanted = node.limits().properties();
        if (wanted != null && object.size() < wanted.min()) {
            report.invalid(Integer.toString(object.size()), "should have at least " + wanted.min() + " properties");
        }
        if (wanted != null && object.size() > wanted.max()) {
            report.tooMany(object.size(), wanted.max());
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            visitField(node, field.getKey(), field.getValue(), old);
        }
        for (String name : node.required()) {
            if (!object.has(name)) {
                report.required(name);
            }
        }
    }

    private void visitField(SchemaNode node, String name, JsonNode value, @Nullable JsonNode old) {
        SchemaNode property = node.properties().get(name);
        if (property != null) {
            path.child(name);
            descend(property, value, old == null || isTypeField(name) ? null : old.get(name));
            path.up();
        } else if (node.values() != null) {
            path.key(name);
            descend(node.values(), value, old == null ? null : old.get(name));
            path.up();
        } else if (node.additional() == Additional.FORBIDDEN) {
            String at = path.dotted();
            report.invalidPlain(SchemaText.quoted(name), at + '.' + name + " in body is a forbidden property");
        }
    }

    private boolean isTypeField(String name) {
        return path.dotted().equals(name) && (name.equals("apiVersion") || name.equals("kind"));
    }

    private void visitAlternatives(Alternatives alternatives, JsonNode value, @Nullable JsonNode old) {
        if (!alternatives.anyOf().isEmpty()) {
            visitAnyOf(alternatives.anyOf(), value, old);
        }
        if (!alternatives.oneOf().isEmpty()) {
            visitOneOf(alternatives.oneOf(), value, old);
        }
        if (!alternatives.allOf().isEmpty()) {
            visitAllOf(alternatives.allOf(), value, old);
        }
        if (alternatives.not() != null
                && attempt(alternatives.not(), value, old).isEmpty()) {
            report.general(quotedPath() + " must not validate the schema (not)");
        }
    }

    private Findings attempt(SchemaNode node, JsonNode value, @Nullable JsonNode old) {
        Findings attempt = new Findings();
        Findings before = report.redirect(attempt);
        visit(node, value, old);
        report.redirect(before);
        return attempt;
    }

    private void visitAnyOf(List<SchemaNode> nodes, JsonNode value, @Nullable JsonNode old) {
        Findings best = null;
        for (SchemaNode node : nodes) {
            Findings attempt = attempt(node, value, old);
            if (attempt.isEmpty()) {
                report.findings().addAll(attempt);
                return;
            }
            best = best == null || attempt.checks() > best.checks() ? attempt : best;
        }
        report.general(quotedPath() + " must validate at least one schema (anyOf)");
        if (best != null) {
            report.findings().addAll(best);
        }
    }

    private void visitOneOf(List<SchemaNode> nodes, JsonNode value, @Nullable JsonNode old) {
        Findings best = null;
        Findings fitting = null;
        int fits = 0;
        for (SchemaNode node : nodes) {
            Findings attempt = attempt(node, value, old);
            if (attempt.isEmpty()) {
                fits++;
                fitting = fitting == null ? attempt : fitting;
            } else {
                best = best == null || attempt.checks() > best.checks() ? attempt : best;
            }
        }
        if (fits == 1 && fitting != null) {
            report.findings().addAll(fitting);
            return;
        }
        String found = fits == 0 ? "Found none valid" : "Found " + fits + " valid alternatives";
        report.general(quotedPath() + " must validate one and only one schema (oneOf). " + found);
        if (fits == 0 && best != null) {
            report.findings().addAll(best);
        }
    }

    private void visitAllOf(List<SchemaNode> nodes, JsonNode value, @Nullable JsonNode old) {
        int fits = 0;
        for (SchemaNode node : nodes) {
            Findings attempt = attempt(node, value, old);
            fits += attempt.isEmpty() ? 1 : 0;
            report.findings().addAll(attempt);
        }
        if (fits < nodes.size()) {
            report.general(
                    quotedPath() + " must validate all the schemas (allOf)" + (fits == 0 ? ". None validated" : ""));
        }
    }

    private String quotedPath() {
        return SchemaText.quoted(path.dotted());
    }
}
