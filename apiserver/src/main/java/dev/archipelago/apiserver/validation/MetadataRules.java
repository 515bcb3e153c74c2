package dev.archipelago.apiserver.validation;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The metadata that all objects have.
final class MetadataRules {
    private static final String IMMUTABLE = "field is immutable";
    private static final int MANAGER_MAX = 128;
    private static final int SUBRESOURCE_MAX = 256;
    private static final List<String> FIXED_FIELDS =
            List.of("name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");

    private MetadataRules() {}

    static void create(Cursor metadata, boolean namespaced, TextRule nameRule) {
        String prefix = metadata.text("generateName");
        if (!prefix.isEmpty()) {
            for (String problem : nameRule.problems(withSuffix(prefix))) {
                metadata.field("generateName").invalid(problem);
            }
        }
        if (metadata.text("name").isEmpty()) {
            metadata.field("name").required("name or generateName is required");
        } else {
            nameRule.check(metadata.field("name"));
        }
        namespace(metadata, namespaced);
        Numbers.notNegative(metadata, "generation");
        common(metadata);
        finalizers(metadata.field("finalizers"));
    }

    /// A prefix may end with a dash, since something will follow.
    private static String withSuffix(String prefix) {
        return prefix.length() > 1 && prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 2) + "a" : prefix;
    }

    private static void namespace(Cursor metadata, boolean namespaced) {
        Cursor namespace = metadata.field("namespace");
        if (namespaced) {
            Formats.DNS_LABEL.require(namespace);
        } else if (!namespace.text().isEmpty()) {
            namespace.forbidden("not allowed on this type");
        }
    }

    static void update(Cursor metadata, Cursor old) {
        if (old.has("deletionTimestamp")) {
            noNewFinalizers(metadata.field("finalizers"), old.field("finalizers"));
        }
        if (metadata.text("resourceVersion").isEmpty()) {
            metadata.field("resourceVersion").invalid("must be specified for an update");
        }
        if (metadata.number("generation") < old.number("generation")) {
            metadata.field("generation").invalid(metadata.number("generation"), "must not be decremented");
        }
        for (String field : FIXED_FIELDS) {
            immutable(metadata.field(field), old.field(field));
        }
        common(metadata);
    }

    /// Complains if a value is another than it was.
    static void immutable(Cursor value, Cursor old) {
        if (SameValue.of(value.node(), old.node())) {
            return;
        }
        if (value.present() || old.isText()) {
            value.invalid(IMMUTABLE);
        } else {
            value.invalidNull(IMMUTABLE);
        }
    }

    private static void common(Cursor metadata) {
        LabelRules.labels(metadata.field("labels"));
        LabelRules.annotations(metadata.field("annotations"));
        ownerReferences(metadata.field("ownerReferences"));
        managedFields(metadata.field("managedFields"));
    }

    private static void ownerReferences(Cursor references) {
        String controller = "";
        for (JsonNode each : references.items()) {
            Cursor reference = references.at("", each);
            ownerReference(reference);
            if (reference.flag("controller")) {
                String owner = reference.text("kind") + "/" + reference.text("name");
                if (!controller.isEmpty()) {
                    references.invalid(
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + controller + " and " + owner);
                } else {
                    controller = owner;
                }
            }
        }
    }

    private static void ownerReference(Cursor reference) {
        String apiVersion = reference.text("apiVersion");
        if (apiVersion.isEmpty() || apiVersion.endsWith("/")) {
            reference.field("apiVersion").invalid("version must not be empty");
        }
        for (String field : List.of("kind", "name", "uid")) {
            if (reference.text(field).isEmpty()) {
                reference.field(field).invalid("must not be empty");
            }
        }
        if (apiVersion.equals("v1") && reference.is("kind", "Event")) {
            reference.invalid("/v1, Kind=Event is disallowed from being an owner");
        }
    }

    private static void finalizers(Cursor finalizers) {
        boolean orphans = false;
        boolean foreground = false;
        for (JsonNode each : finalizers.items()) {
            String finalizer = each.asString();
            Formats.QUALIFIED_NAME.check(finalizers, finalizer);
            orphans |= finalizer.equals("orphan");
            foreground |= finalizer.equals("foregroundDeletion");
        }
        if (orphans && foreground) {
            finalizers.invalid("finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private static void noNewFinalizers(Cursor finalizers, Cursor old) {
        List<String> added = new ArrayList<>();
        for (JsonNode each : finalizers.items()) {
            if (!contains(old, each)) {
                added.add('"' + each.asString() + '"');
            }
        }
        if (!added.isEmpty()) {
            added.sort(null);
            finalizers.forbidden(
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(", ", added) + "}");
        }
    }

    private static boolean contains(Cursor list, JsonNode value) {
        for (JsonNode each : list.items()) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static void managedFields(Cursor entries) {
        for (int i = 0; i < entries.size(); i++) {
            Cursor entry = entries.element(i);
            if (!entry.is("operation", "Apply") && !entry.is("operation", "Update")) {
                entry.field("operation").invalid("must be `Apply` or `Update`");
            }
            String type = entry.text("fieldsType");
            if (!type.isEmpty() && !type.equals("FieldsV1")) {
                entry.field("fieldsType").invalid("must be `FieldsV1`");
            }
            if (Characters.bytes(entry.text("manager")) > MANAGER_MAX) {
                entry.field("manager").tooLong(MANAGER_MAX);
            }
            if (Characters.bytes(entry.text("subresource")) > SUBRESOURCE_MAX) {
                entry.field("subresource").tooLong(SUBRESOURCE_MAX);
            }
        }
    }
}
