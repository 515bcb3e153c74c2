package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.flag;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.UNSET;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.given;
import static dev.archipelago.apiserver.table.Values.or;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Volumes and what provides them.
final class StoragePrinters {
    private static final Column STORAGE_CLASS = text("StorageClass", "Class of the storage");
    private static final Column ATTRIBUTES_CLASS = text("VolumeAttributesClass", "Class of the volume's attributes");
    private static final Column ACCESS_MODES = text("Access Modes", "How the volume can be mounted");
    private static final Column VOLUME_MODE = wide("VolumeMode", "File system or raw block device");

    static final Table PERSISTENT_VOLUME = Table.of(
            StoragePrinters::printVolume,
            NAME,
            text("Capacity", "Size of the volume"),
            ACCESS_MODES,
            text("Reclaim Policy", "What becomes of the volume when its claim is gone"),
            text("Status", "Whether the volume is bound"),
            text("Claim", "Claim the volume is bound to"),
            STORAGE_CLASS,
            ATTRIBUTES_CLASS,
            text("Reason", "Why the volume is in its status"),
            AGE,
            VOLUME_MODE);

    static final Table PERSISTENT_VOLUME_CLAIM = Table.of(
            StoragePrinters::printClaim,
            NAME,
            text("Status", "Whether the claim is bound"),
            text("Volume", "Volume the claim is bound to"),
            text("Capacity", "Size of the volume"),
            ACCESS_MODES,
            STORAGE_CLASS,
            ATTRIBUTES_CLASS,
            AGE,
            VOLUME_MODE);

    static final Table CLASS = Table.of(
            StoragePrinters::printClass,
            NAME,
            text("Provisioner", "What makes volumes of the class"),
            text("ReclaimPolicy", "What becomes of volumes when their claim is gone"),
            text("VolumeBindingMode", "When volumes are made and bound"),
            text("AllowVolumeExpansion", "Whether volumes can grow"),
            AGE);

    static final Table ATTRIBUTES = Table.of(
            (attributes, cells) -> cells.name(attributes)
                    .text(Values.text(attributes, "driverName"))
                    .age(attributes),
            NAME,
            text("DriverName", "Driver the class is for"),
            AGE);

    static final Table ATTACHMENT = Table.of(
            (attachment, cells) -> cells.name(attachment)
                    .text(Values.text(attachment, "spec", "attacher"))
                    .text(Values.text(attachment, "spec", "source", "persistentVolumeName"))
                    .text(Values.text(attachment, "spec", "nodeName"))
                    .flag(Values.flag(attachment, "status", "attached"))
                    .age(attachment),
            NAME,
            new Column("Attacher", "string", "name", "Driver that attaches the volume", 0),
            text("PV", "Volume to attach"),
            text("Node", "Node to attach it to"),
            flag("Attached", "Whether the volume is attached"),
            AGE);

    static final Table CSI_NODE = Table.of(
            (node, cells) ->
                    cells.name(node).number(at(node, "spec", "drivers").size()).age(node),
            NAME,
            Column.integer("Drivers", "Number of drivers on the node"),
            AGE);

    static final Table CSI_DRIVER = Table.of(
            StoragePrinters::printDriver,
            NAME,
            flag("AttachRequired", "Whether volumes are attached before they are mounted"),
            flag("PodInfoOnMount", "Whether the driver is told of the pod"),
            flag("StorageCapacity", "Whether the driver reports its capacity"),
            text("TokenRequests", "Audiences of the tokens the driver is given"),
            flag("RequiresRepublish", "Whether volumes are published again and again"),
            text("Modes", "Lifecycles of volumes the driver knows"),
            AGE);

    private StoragePrinters() {}

    private static void printVolume(JsonNode volume, Cells cells) {
        JsonNode spec = volume.path("spec");
        JsonNode claim = spec.path("claimRef");
        cells.name(volume)
                .text(storage(spec))
                .text(accessModes(spec))
                .text(Values.text(spec, "persistentVolumeReclaimPolicy"))
                .text(phase(volume))
                .text(Values.isPresent(claim) ? Values.text(claim, "namespace") + '/' + Values.text(claim, "name") : "")
                .text(storageClass(volume))
                .text(given(spec, UNSET, "volumeAttributesClassName"))
                .text(Values.text(volume, "status", "reason"))
                .age(volume)
                .text(given(spec, UNSET, "volumeMode"));
    }

    private static void printClaim(JsonNode claim, Cells cells) {
        JsonNode spec = claim.path("spec");
        JsonNode status = claim.path("status");
        String volume = Values.text(spec, "volumeName");
        cells.name(claim)
                .text(phase(claim))
                .text(volume)
                .text(volume.isEmpty() ? "" : storage(status))
                .text(volume.isEmpty() ? "" : accessModes(status))
                .text(storageClass(claim))
                .text(given(spec, UNSET, "volumeAttributesClassName"))
                .age(claim)
                .text(given(spec, UNSET, "volumeMode"));
    }

    private static String phase(JsonNode object) {
        return Values.isDeleted(object) ? "Terminating" : Values.text(object, "status", "phase");
    }

    private static String storage(JsonNode owner) {
        return Values.quantity(given(owner, "0", "capacity", "storage"));
    }

    private static String storageClass(JsonNode object) {
        return given(
                object,
                Values.text(object, "spec", "storageClassName"),
                "metadata",
                "annotations",
                "volume.beta.kubernetes.io/storage-class");
    }

    private static String accessModes(JsonNode owner) {
        Set<String> modes = new HashSet<>();
        owner.path("accessModes").forEach(mode -> modes.add(Values.string(mode)));
        List<String> texts = new ArrayList<>();
        addIf(modes, "ReadWriteOnce", "RWO", texts);
        addIf(modes, "ReadOnlyMany", "ROX", texts);
        addIf(modes, "ReadWriteMany", "RWX", texts);
        addIf(modes, "ReadWriteOncePod", "RWOP", texts);
        return String.join(",", texts);
    }

    private static void addIf(Set<String> modes, String mode, String abbreviation, List<String> texts) {
        if (modes.contains(mode)) {
            texts.add(abbreviation);
        }
    }

    private static void printClass(JsonNode storageClass, Cells cells) {
        JsonNode annotations = at(storageClass, "metadata", "annotations");
        boolean isDefault = Values.text(annotations, "storageclass.kubernetes.io/is-default-class")
                        .equals("true")
                || Values.text(annotations, "storageclass.beta.kubernetes.io/is-default-class")
                        .equals("true");
        cells.text(Values.text(storageClass, "metadata", "name") + (isDefault ? " (default)" : ""))
                .text(Values.text(storageClass, "provisioner"))
                .text(given(storageClass, "Delete", "reclaimPolicy"))
                .text(given(storageClass, "Immediate", "volumeBindingMode"))
                .flag(Values.flag(storageClass, "allowVolumeExpansion"))
                .age(storageClass);
    }

    private static void printDriver(JsonNode driver, Cells cells) {
        JsonNode spec = driver.path("spec");
        cells.name(driver)
                .flag(!Values.has(spec, "attachRequired") || Values.flag(spec, "attachRequired"))
                .flag(Values.flag(spec, "podInfoOnMount"))
                .flag(Values.flag(spec, "storageCapacity"))
                .text(Values.has(spec, "tokenRequests") ? Values.joined(spec.path("tokenRequests"), "audience") : UNSET)
                .flag(Values.flag(spec, "requiresRepublish"))
                .text(or(Values.joined(spec.path("volumeLifecycleModes")), NONE))
                .age(driver);
    }
}
