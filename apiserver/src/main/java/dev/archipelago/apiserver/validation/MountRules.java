package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Where a container mounts the volumes of its pod, as directories or as devices.
final class MountRules {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> RECURSIVE_MODES = List.of("Disabled", "Enabled", "IfPossible");

    private MountRules() {}

    static void mounts(Cursor container, Map<String, JsonNode> volumes) {
        Cursor mounts = container.field("volumeMounts");
        Cursor devices = container.field("volumeDevices");
        Set<String> paths = mounts.size() > 1 ? HashSet.newHashSet(mounts.size()) : new HashSet<>(2);
        for (int i = 0; i < mounts.size(); i++) {
            Cursor mount = mounts.element(i);
            Cursor name = mount.field("name");
            Cursor path = mount.field("mountPath");
            if (name.text().isEmpty()) {
                name.required();
            }
            if (!volumes.containsKey(name.text())) {
                name.notFound();
            }
            if (path.text().isEmpty()) {
                path.required();
            }
            if (!paths.add(path.text())) {
                path.invalid("must be unique");
            }
            if (contains(devices, "name", name.text())) {
                name.invalid("must not already exist in volumeDevices");
            }
            if (contains(devices, "devicePath", path.text())) {
                path.invalid("must not already exist as a path in volumeDevices");
            }
            options(container, mounts, mount);
        }
    }

    /// Kubernetes names no index in complaints about these.
    private static void options(Cursor container, Cursor mounts, Cursor mount) {
        String subPath = mount.text("subPath");
        String expression = mount.text("subPathExpr");
        if (!subPath.isEmpty()) {
            PathRules.descending(mounts.at("subPath", null), subPath);
        }
        if (!expression.isEmpty()) {
            if (!subPath.isEmpty()) {
                mount.field("subPathExpr").invalid("subPathExpr and subPath are mutually exclusive");
            }
            PathRules.descending(mounts.at("subPathExpr", null), expression);
        }
        if (mount.has("mountPropagation")) {
            Cursor propagation = mounts.at("mountPropagation", mount.member("mountPropagation"));
            Numbers.oneOf(propagation, PROPAGATIONS);
            if (propagation.text().equals("Bidirectional")
                    && !container.field("securityContext").flag("privileged")) {
                propagation.forbidden("Bidirectional mount propagation is available only to privileged containers");
            }
        }
        if (mount.has("recursiveReadOnly")) {
            recursiveReadOnly(mounts.at("recursiveReadOnly", mount.member("recursiveReadOnly")), mount);
        }
    }

    private static void recursiveReadOnly(Cursor at, Cursor mount) {
        Numbers.oneOf(at, RECURSIVE_MODES);
        if (at.text().equals("Enabled") || at.text().equals("IfPossible")) {
            if (!mount.flag("readOnly")) {
                at.forbidden("may only be specified when readOnly is true");
            }
            if (mount.has("mountPropagation") && !mount.is("mountPropagation", "None")) {
                at.forbidden("may only be specified when mountPropagation is None or not specified");
            }
        }
    }

    static void devices(Cursor container, Map<String, JsonNode> volumes) {
        Cursor devices = container.field("volumeDevices");
        if (devices.isEmpty()) {
            return;
        }
        Cursor mounts = container.field("volumeMounts");
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            Cursor device = devices.element(i);
            name(device.field("name"), volumes, names);
            path(device.field("devicePath"), paths);
            if (contains(mounts, "name", device.text("name"))) {
                device.field("name").invalid("must not already exist in volumeMounts");
            }
            if (contains(mounts, "mountPath", device.text("devicePath"))) {
                device.field("devicePath").invalid("must not already exist as a path in volumeMounts");
            }
        }
    }

    private static void name(Cursor name, Map<String, JsonNode> volumes, Set<String> names) {
        if (name.text().isEmpty()) {
            name.required();
        } else if (!names.add(name.text())) {
            name.invalid("must be unique");
        }
        JsonNode volume = volumes.get(name.text());
        if (volume == null) {
            name.notFound();
        } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
            name.invalid("can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }

    private static void path(Cursor path, Set<String> paths) {
        if (path.text().isEmpty()) {
            path.required();
        }
        if (paths.contains(path.text())) {
            path.invalid("must be unique");
        }
        if (PathRules.hasBackstep(path.text())) {
            path.invalid("can not contain backsteps ('..')");
        } else {
            paths.add(path.text());
        }
    }

    private static boolean contains(Cursor list, String field, String value) {
        for (JsonNode each : list.items()) {
            if (each.path(field).asString("").equals(value)) {
                return true;
            }
        }
        return false;
    }
}
