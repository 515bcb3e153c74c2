package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Persistent volumes and storage classes.
final class StorageRules {
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
    private static final List<String> CLASS_RECLAIM_POLICIES = List.of("Delete", "Retain");
    private static final List<String> BINDING_MODES = List.of("Immediate", "WaitForFirstConsumer");
    private static final Set<String> NOT_A_SOURCE = Set.of(
            "accessModes",
            "capacity",
            "claimRef",
            "mountOptions",
            "nodeAffinity",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "volumeAttributesClassName",
            "volumeMode");
    private static final int PARAMETERS_MAX = 512;
    private static final int PARAMETERS_BYTES_MAX = 256 * 1024;

    private StorageRules() {}

    static void volume(Cursor volume) {
        Cursor spec = volume.field("spec");
        if (spec.isEmpty("accessModes")) {
            spec.field("accessModes").required();
        }
        ClaimRules.accessModes(spec.field("accessModes"));
        capacity(spec.field("capacity"));
        if (!spec.text("persistentVolumeReclaimPolicy").isEmpty()) {
            Numbers.oneOf(spec.field("persistentVolumeReclaimPolicy"), RECLAIM_POLICIES);
        }
        Cursor affinity = spec.field("nodeAffinity");
        if (affinity.present()) {
            if (affinity.has("required")) {
                AffinityRules.nodeSelector(affinity.field("required"));
            } else {
                affinity.field("required").required("must specify required node constraints");
            }
        }
        source(spec);
        if (!spec.text("storageClassName").isEmpty()) {
            Formats.DNS_SUBDOMAIN.check(spec.field("storageClassName"));
        }
        if (spec.has("volumeMode")) {
            Numbers.oneOf(spec.field("volumeMode"), ClaimRules.VOLUME_MODES);
        }
    }

    private static void capacity(Cursor capacity) {
        if (capacity.isEmpty()) {
            capacity.required();
            return;
        }
        if (!capacity.has("storage") || capacity.size() > 1) {
            capacity.notSupported(capacity.toString(), List.of("storage"));
        }
        for (Map.Entry<String, JsonNode> amount : capacity.entries()) {
            Cursor at = capacity.key(amount.getKey(), amount.getValue());
            if (Numbers.quantity(at).signum() <= 0) {
                at.invalid("must be greater than zero");
            }
        }
    }

    private static void source(Cursor spec) {
        boolean found = false;
        for (Map.Entry<String, JsonNode> member : spec.entries()) {
            if (NOT_A_SOURCE.contains(member.getKey())) {
                continue;
            }
            Cursor source = spec.at(member.getKey(), member.getValue());
            if (found) {
                source.forbidden("may not specify more than 1 volume type");
                continue;
            }
            found = true;
            switch (member.getKey()) {
                case "hostPath" -> VolumeRules.hostPath(source);
                case "nfs" -> VolumeRules.nfs(source);
                case "csi" -> {
                    Formats.DNS_SUBDOMAIN.require(source.field("driver"));
                    VolumeRules.requireText(source, "volumeHandle");
                }
                case "local" -> local(spec, source);
                default -> {}
            }
        }
        if (!found) {
            spec.required("must specify a volume type");
        }
    }

    private static void local(Cursor spec, Cursor source) {
        VolumeRules.requireText(source, "path");
        PathRules.noBacksteps(source.field("path"));
        if (!spec.has("nodeAffinity")) {
            spec.field("nodeAffinity").required("Local volume requires node affinity");
        }
    }

    static void updateVolume(Cursor volume, Cursor old) {
        Cursor spec = volume.field("spec");
        Cursor before = old.field("spec");
        if (!FieldChanges.sameExcept(spec, before, List.copyOf(NOT_A_SOURCE))) {
            spec.field("persistentvolumesource").forbidden("spec.persistentvolumesource is immutable after creation");
        }
        if (!SameValue.of(spec.member("volumeMode"), before.member("volumeMode"))) {
            volume.at("volumeMode", spec.member("volumeMode")).invalid("field is immutable");
        }
        if (before.has("nodeAffinity") && !SameValue.of(spec.member("nodeAffinity"), before.member("nodeAffinity"))) {
            volume.at("nodeAffinity", spec.member("nodeAffinity")).invalid("field is immutable");
        }
    }

    static void storageClass(Cursor storageClass) {
        Cursor provisioner = storageClass.field("provisioner");
        if (provisioner.text().isEmpty()) {
            provisioner.required();
        } else {
            Formats.QUALIFIED_NAME.check(provisioner, provisioner.text().toLowerCase(Locale.ROOT));
        }
        parameters(storageClass.field("parameters"));
        if (!storageClass.text("reclaimPolicy").isEmpty()) {
            Numbers.oneOf(storageClass.field("reclaimPolicy"), CLASS_RECLAIM_POLICIES);
        }
        Numbers.requireOneOf(storageClass.field("volumeBindingMode"), BINDING_MODES);
    }

    private static void parameters(Cursor parameters) {
        long bytes = 0;
        for (Map.Entry<String, JsonNode> parameter : parameters.entries()) {
            if (parameter.getKey().isEmpty()) {
                parameters.invalid("", "field can not be empty.");
            }
            bytes += Characters.bytes(parameter.getKey())
                    + (long) Characters.bytes(parameter.getValue().asString());
        }
        if (parameters.size() > PARAMETERS_MAX) {
            parameters.tooLong(PARAMETERS_MAX);
        } else if (bytes > PARAMETERS_BYTES_MAX) {
            parameters.tooLong(PARAMETERS_BYTES_MAX);
        }
    }

    static void updateStorageClass(Cursor storageClass, Cursor old) {
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
            FieldChanges.immutable(storageClass, old, field);
        }
    }
}
