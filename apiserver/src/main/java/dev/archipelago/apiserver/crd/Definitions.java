package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The rules for CustomResourceDefinitions of `apiextensions.k8s.io/v1` themselves, apart from those that all
/// metadata is held to.
public final class Definitions {
    private Definitions() {}

    /// Fills in what the client left out.
    public static void applyDefaults(ObjectNode definition) {
        ObjectNode spec = definition.withObjectProperty("spec");
        ObjectNode names = spec.withObjectProperty("names");
        String kind = Json.text(names, "kind");
        if (Json.text(names, "singular").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (Json.text(names, "listKind").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
        if (!spec.path("conversion").isObject()) {
            spec.putObject("conversion").put("strategy", "None");
        }
        if (spec.path("conversion").path("webhook").path("clientConfig").path("service") instanceof ObjectNode service
                && !service.has("port")) {
            service.put("port", 443);
        }
    }

    /// Brings a new definition into the state it starts its life in.
    public static void prepareForCreate(ObjectNode definition) {
        definition.putObject("status");
        recordStoredVersion(definition);
    }

    /// Keeps an update from changing the status; a new storage version is recorded there.
    public static void prepareForUpdate(ObjectNode current, ObjectNode updated) {
        JsonNode status = current.get("status");
        if (status == null) {
            updated.remove("status");
        } else {
            updated.set("status", status.deepCopy());
        }
        recordStoredVersion(updated);
    }

    private static void recordStoredVersion(ObjectNode definition) {
        for (JsonNode version : definition.path("spec").path("versions")) {
            if (Json.isTrue(version, "storage")) {
                String name = Json.text(version, "name");
                ArrayNode stored = definition.withObjectProperty("status").withArrayProperty("storedVersions");
                if (!Json.texts(stored).contains(name)) {
                    stored.add(name);
                }
                return;
            }
        }
    }

    /// What is wrong with a new definition.
    public static List<FieldError> validate(ObjectNode definition) {
        Errors errors = new Errors();
        JsonNode spec = definition.path("spec");
        String name = definition.path("metadata").path("name").stringValue("");
        String wanted = Json.text(spec.path("names"), "plural") + '.' + Json.text(spec, "group");
        if (!name.equals(wanted)) {
            errors.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
        }
        validateState(definition, errors);
        RuleCosts.check(spec.path("versions"), MissingNode.getInstance(), errors);
        Approval.validate(definition, errors);
        validatePreserving(spec, errors);
        return errors.found();
    }

    /// What is wrong with a change to a definition.
    ///
    /// @param subresource empty for the definition itself
    public static List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource) {
        Errors errors = new Errors();
        if (subresource.equals("status")) {
            NamesCheck.check("status.acceptedNames", updated.path("status").path("acceptedNames"), errors);
            return errors.found();
        }
        JsonNode before = current.path("spec");
        JsonNode after = updated.path("spec");
        SpecCheck.check(after, errors);
        RuleCosts.check(after.path("versions"), before.path("versions"), errors);
        if (CrdConditions.isTrue(current, CrdConditions.ESTABLISHED)) {
            immutable("spec.scope", before.path("scope"), after.path("scope"), errors);
            immutable(
                    "spec.names.kind",
                    before.path("names").path("kind"),
                    after.path("names").path("kind"),
                    errors);
        }
        immutable("spec.group", before.path("group"), after.path("group"), errors);
        immutable(
                "spec.names.plural",
                before.path("names").path("plural"),
                after.path("names").path("plural"),
                errors);
        validateStatus(updated, errors);
        Approval.validateUpdate(current, updated, errors);
        if (!Json.isTrue(before, "preserveUnknownFields")) {
            validatePreserving(after, errors);
        }
        return errors.found();
    }

    private static void immutable(String field, JsonNode before, JsonNode after, Errors errors) {
        if (!before.equals(after)) {
            errors.invalid(field, after.stringValue(""), "field is immutable");
        }
    }

    private static void validateState(ObjectNode definition, Errors errors) {
        SpecCheck.check(definition.path("spec"), errors);
        validateStatus(definition, errors);
    }

    private static void validateStatus(ObjectNode definition, Errors errors) {
        JsonNode status = definition.path("status");
        NamesCheck.check("status.acceptedNames", status.path("acceptedNames"), errors);
        StoredVersions.check(
                status.path("storedVersions"), definition.path("spec").path("versions"), errors);
    }

    private static void validatePreserving(JsonNode spec, Errors errors) {
        if (Json.isTrue(spec, "preserveUnknownFields")) {
            errors.invalid(
                    "spec.preserveUnknownFields",
                    spec.path("preserveUnknownFields"),
                    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema"
                            + " instead");
        }
    }

    /// What a client is warned of: formats that are not checked.
    public static List<String> warnings(ObjectNode definition) {
        List<String> warnings = new ArrayList<>();
        for (JsonNode version : definition.path("spec").path("versions")) {
            for (String format : Formats.unrecognized(version.path("schema").path("openAPIV3Schema"))) {
                String warning = "unrecognized format \"" + format + '"';
                if (!warnings.contains(warning)) {
                    warnings.add(warning);
                }
            }
        }
        return warnings;
    }
}
