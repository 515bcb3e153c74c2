package dev.archipelago.apiserver.validation;

import dev.archipelago.api.quantity.Quantity;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Claims to persistent volumes.
final class ClaimRules {
    static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
    static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    private ClaimRules() {}

    static void claim(Cursor claim) {
        spec(claim.field("spec"));
    }

    static void spec(Cursor spec) {
        Cursor modes = spec.field("accessModes");
        if (modes.isEmpty()) {
            modes.required("at least 1 access mode is required");
        }
        LabelRules.selector(spec.field("selector"));
        accessModes(modes);
        storage(spec.field("resources"));
        if (!spec.text("storageClassName").isEmpty()) {
            Formats.DNS_SUBDOMAIN.check(spec.field("storageClassName"));
        }
        if (spec.has("volumeMode")) {
            Numbers.oneOf(spec.field("volumeMode"), VOLUME_MODES);
        }
        if (spec.has("dataSource")) {
            dataSource(spec.field("dataSource"));
        }
        if (spec.has("dataSourceRef")) {
            dataSource(spec.field("dataSourceRef"));
            if (!spec.field("dataSourceRef").text("namespace").isEmpty()) {
                Formats.DNS_LABEL.check(spec.field("dataSourceRef").field("namespace"));
            }
        }
        if (!spec.text("volumeAttributesClassName").isEmpty()) {
            Formats.DNS_SUBDOMAIN.check(spec.field("volumeAttributesClassName"));
        }
    }

    static void accessModes(Cursor modes) {
        boolean onePod = false;
        boolean other = false;
        for (JsonNode mode : modes.items()) {
            if (!ACCESS_MODES.contains(mode.asString())) {
                modes.notSupported(mode.asString(), ACCESS_MODES);
            } else if (mode.asString().equals("ReadWriteOncePod")) {
                onePod = true;
            } else {
                other = true;
            }
        }
        if (onePod && other) {
            modes.forbidden("may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void storage(Cursor resources) {
        // Kubernetes leaves out `requests` in this path.
        JsonNode storage = resources.field("requests").member("storage");
        Cursor at = resources.key("storage", storage);
        if (storage == null) {
            at.required();
        } else if (Numbers.quantity(at).signum() <= 0) {
            at.invalid("must be greater than zero");
        }
    }

    private static void dataSource(Cursor source) {
        VolumeRules.requireText(source, "name");
        VolumeRules.requireText(source, "kind");
        String group = source.text("apiGroup");
        if (!group.isEmpty()) {
            Formats.DNS_SUBDOMAIN.check(source.field("apiGroup"));
        } else if (!source.is("kind", "PersistentVolumeClaim")) {
            source.invalid(
                    source.text("kind"), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
    }

    static void update(Cursor claim, Cursor old) {
        Cursor spec = claim.field("spec");
        Cursor oldSpec = old.field("spec");
        String before = old.field("metadata").field("annotations").text(CLASS_ANNOTATION);
        if (!before.equals(claim.field("metadata").field("annotations").text(CLASS_ANNOTATION))) {
            claim.field("metadata")
                    .at("annotations[" + CLASS_ANNOTATION + "]", null)
                    .forbidden("field is immutable");
        }
        boolean bound = claim.field("status").is("phase", "Bound");
        if (!onlyAllowedChanges(spec, oldSpec, bound)) {
            spec.forbidden(
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims");
        }
        size(spec, oldSpec, old);
        if (!SameValue.of(spec.member("volumeMode"), oldSpec.member("volumeMode"))) {
            claim.at("volumeMode", spec.member("volumeMode")).invalid("field is immutable");
        }
    }

    private static boolean onlyAllowedChanges(Cursor spec, Cursor old, boolean bound) {
        List<String> compared = List.of("volumeName", "storageClassName", "resources", "volumeAttributesClassName");
        if (!FieldChanges.sameExcept(spec, old, compared)) {
            return false;
        }
        boolean volume =
                old.text("volumeName").isEmpty() || old.text("volumeName").equals(spec.text("volumeName"));
        // A claim that named no class, not even the empty one, may get the default class later.
        boolean storageClass = Objects.equals(old.member("storageClassName"), spec.member("storageClassName"))
                || (!old.has("storageClassName") && spec.has("storageClassName"));
        boolean attributes = bound
                || SameValue.of(old.member("volumeAttributesClassName"), spec.member("volumeAttributesClassName"));
        return volume && storageClass && attributes && sameResources(spec, old, bound);
    }

    private static boolean sameResources(Cursor spec, Cursor old, boolean bound) {
        Cursor resources = spec.field("resources");
        Cursor before = old.field("resources");
        if (!bound) {
            return SameValue.of(resources.node(), before.node());
        }
        return FieldChanges.sameExcept(resources, before, List.of("requests"))
                && FieldChanges.sameExcept(resources.field("requests"), before.field("requests"), List.of("storage"));
    }

    /// A claim may shrink only what was asked for and never given.
    private static void size(Cursor spec, Cursor oldSpec, Cursor old) {
        Quantity size =
                Numbers.quantity(spec.field("resources").field("requests").field("storage"));
        Quantity before =
                Numbers.quantity(oldSpec.field("resources").field("requests").field("storage"));
        if (size.compareTo(before) < 0) {
            Quantity given =
                    Numbers.quantity(old.field("status").field("capacity").field("storage"));
            if (size.compareTo(given) <= 0) {
                spec.field("resources")
                        .field("requests")
                        .field("storage")
                        .forbidden("field can not be less than status.capacity");
            }
        }
    }

    static void status(Cursor claim, Cursor old) {
        Cursor capacity = claim.field("status").field("capacity");
        for (var amount : capacity.entries()) {
            Cursor at = capacity.key(amount.getKey(), amount.getValue());
            if (Numbers.quantity(at).signum() < 0) {
                at.invalid("must be a valid resource quantity");
            }
        }
    }
}
