package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The schema of one version of a custom resource.
///
/// An object that comes in is pruned, then defaulted, then validated. The wording of errors is that of Kubernetes,
/// down to the `<nil>` where it means the object as a whole.
public final class StructuralSchema {
    private static final FieldError UNCHECKED = FieldError.invalid(
            "<nil>",
            "null",
            "some validation rules were not checked because the object was invalid; correct the existing errors to"
                    + " complete validation");

    private final JsonNode openApi;
    private final SchemaNode root;
    private final Supplier<RuleChecker> rules;

    private StructuralSchema(JsonNode openApi, SchemaNode root, RuleChecker.Factory factory) {
        this.openApi = openApi;
        this.root = root;
        this.rules = new Once<>(() -> factory.of(root, true));
    }

    /// Reads a schema that [#checkStructural] has nothing against. The argument must not change afterwards.
    ///
    /// @param openApi the `openAPIV3Schema` of a version
    /// @param rules makes what evaluates the CEL rules, if there are any
    public static StructuralSchema of(JsonNode openApi, RuleChecker.Factory rules) {
        return new StructuralSchema(openApi, SchemaReader.read(openApi), rules);
    }

    /// What keeps a schema from being structural.
    ///
    /// @param path where the schema is, such as `spec.versions[0].schema.openAPIV3Schema`
    public static List<FieldError> checkStructural(String path, JsonNode openApi) {
        return StructuralCheck.check(path, openApi);
    }

    /// Which defaults are not values that the schema accepts.
    public static List<FieldError> checkDefaults(String path, JsonNode openApi, RuleChecker.Factory rules) {
        return DefaultsCheck.check(path, SchemaReader.read(openApi), rules);
    }

    /// The schema as it was written.
    public JsonNode openApi() {
        return openApi;
    }

    public SchemaNode root() {
        return root;
    }

    /// The shape of objects, with apiVersion, kind and metadata.
    public Struct toStruct(String name) {
        return StructShape.root(name, root);
    }

    /// Drops the fields that the schema does not know.
    ///
    /// @return what was dropped, as paths such as `spec.replcas`, sorted
    public List<String> prune(ObjectNode object) {
        return Pruning.prune(root, object, true);
    }

    /// Fills in what is left out, and drops each null that the schema does not allow.
    public void applyDefaults(ObjectNode object) {
        Defaulting.apply(root, object);
    }

    /// Whether the schema has any defaults.
    public boolean hasDefaults() {
        return root.below().defaults();
    }

    /// Whether [#applyDefaults] would add nothing to the object of this JSON.
    public boolean hasAllDefaults(byte[] json) {
        return DefaultsScan.isComplete(root, json);
    }

    /// What is wrong with a new object, apart from its metadata.
    public List<FieldError> validate(ObjectNode object) {
        List<FieldError> errors = SchemaWalk.validate("", root, object);
        errors = joined(errors, EmbeddedResources.validate(root, object));
        errors = joined(errors, ListUniqueness.validate(root, object));
        return root.hasRules() ? withRules(errors, null, object) : errors;
    }

    /// What is wrong with an object that was another before. What was wrong already and has not changed is tolerated.
    public List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated) {
        List<FieldError> errors = SchemaWalk.validateUpdate("", root, current, updated);
        errors = joined(errors, EmbeddedResources.validate(root, updated));
        errors = joined(errors, newRepetitions(current, updated));
        return root.hasRules() ? withRules(errors, current, updated) : errors;
    }

    /// As [#validateUpdate], of a change to the status alone.
    public List<FieldError> validateStatusUpdate(ObjectNode current, ObjectNode updated) {
        List<FieldError> errors = List.of();
        SchemaNode node = root.properties().get("status");
        JsonNode status = updated.get("status");
        if (node != null && status != null) {
            errors = SchemaWalk.validateUpdate("status", node, current.get("status"), status);
        }
        errors = joined(errors, newRepetitions(current, updated));
        return root.hasRules() ? withRules(errors, current, updated) : errors;
    }

    private List<FieldError> newRepetitions(ObjectNode current, ObjectNode updated) {
        List<FieldError> errors = ListUniqueness.validate(root, updated);
        return errors.isEmpty() || ListUniqueness.validate(root, current).isEmpty() ? errors : List.of();
    }

    /// Rules are written for values of the right type and size, so others are put right first.
    private List<FieldError> withRules(List<FieldError> errors, @Nullable ObjectNode current, ObjectNode updated) {
        for (FieldError error : errors) {
            switch (error.type()) {
                case NOT_SUPPORTED, REQUIRED, TOO_LONG, TOO_MANY, TYPE_INVALID -> {
                    return joined(errors, List.of(UNCHECKED));
                }
                case INVALID, DUPLICATE, FORBIDDEN, NOT_FOUND, INTERNAL -> {}
            }
        }
        return joined(errors, rules.get().check("", updated, current));
    }

    private static List<FieldError> joined(List<FieldError> errors, List<FieldError> more) {
        if (more.isEmpty() || errors.isEmpty()) {
            return more.isEmpty() ? errors : more;
        }
        List<FieldError> all = new ArrayList<>(errors);
        all.addAll(more);
        return all;
    }
}
