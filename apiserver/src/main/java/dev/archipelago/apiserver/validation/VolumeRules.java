package dev.archipelago.apiserver.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The volumes of a pod.
final class VolumeRules {
    private static final List<String> HOST_PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");

    private VolumeRules() {}

    /// Checks the volumes and gives those that are fine, by name.
    static Map<String, JsonNode> volumes(Cursor volumes) {
        if (volumes.isEmpty()) {
            return Map.of();
        }
        Map<String, JsonNode> byName = HashMap.newHashMap(volumes.size());
        for (int i = 0; i < volumes.size(); i++) {
            Cursor volume = volumes.element(i);
            int before = volume.errors().count();
            source(volume);
            Cursor name = volume.field("name");
            Formats.DNS_LABEL.require(name);
            if (byName.containsKey(name.text())) {
                name.duplicate();
            }
            JsonNode node = volume.node();
            if (node != null && volume.errors().count() == before) {
                byName.put(name.text(), node);
            }
        }
        return byName;
    }

    private static void source(Cursor volume) {
        boolean found = false;
        for (Map.Entry<String, JsonNode> member : volume.entries()) {
            if (member.getKey().equals("name")) {
                continue;
            }
            Cursor source = volume.at(member.getKey(), member.getValue());
            if (found) {
                source.forbidden("may not specify more than 1 volume type");
            } else {
                found = true;
                source(member.getKey(), source);
            }
        }
        if (!found) {
            volume.required("must specify a volume type");
        }
    }

    private static void source(String type, Cursor source) {
        switch (type) {
            case "emptyDir" -> {
                if (Numbers.quantity(source.field("sizeLimit")).signum() < 0) {
                    source.field("sizeLimit").forbidden("SizeLimit field must be a valid resource quantity");
                }
            }
            case "hostPath" -> hostPath(source);
            case "secret" -> keyed(source, "secretName");
            case "configMap" -> keyed(source, "name");
            case "persistentVolumeClaim" -> requireText(source, "claimName");
            case "downwardAPI" -> downwardApi(source);
            case "projected" -> projected(source);
            case "ephemeral" -> ephemeral(source);
            case "csi" -> Formats.DNS_SUBDOMAIN.require(source.field("driver"));
            case "gitRepo" -> {
                requireText(source, "repository");
                PathRules.descending(source.field("directory"), source.text("directory"));
            }
            case "nfs" -> nfs(source);
            case "image" -> {
                requireText(source, "reference");
                ContainerRules.pullPolicy(source.field("pullPolicy"));
            }
            default -> {
                // The drivers of single vendors check their own fields.
            }
        }
    }

    static void requireText(Cursor object, String field) {
        if (object.text(field).isEmpty()) {
            object.field(field).required();
        }
    }

    static void hostPath(Cursor source) {
        if (source.text("path").isEmpty()) {
            source.field("path").required();
            return;
        }
        PathRules.noBacksteps(source.field("path"));
        Numbers.oneOf(source.field("type"), HOST_PATH_TYPES);
    }

    static void nfs(Cursor source) {
        requireText(source, "server");
        requireText(source, "path");
        if (!source.text("path").isEmpty() && !source.text("path").startsWith("/")) {
            source.field("path").invalid("must be an absolute path");
        }
    }

    /// A secret or a config map, some or all of its keys.
    private static void keyed(Cursor source, String nameField) {
        requireText(source, nameField);
        Numbers.fileMode(source, "defaultMode");
        items(source);
    }

    private static void items(Cursor source) {
        Cursor items = source.field("items");
        for (int i = 0; i < items.size(); i++) {
            Cursor item = items.element(i);
            requireText(item, "key");
            requireText(item, "path");
            PathRules.notReserved(item.field("path"));
            Numbers.fileMode(item, "mode");
        }
    }

    private static void downwardApi(Cursor source) {
        Numbers.fileMode(source, "defaultMode");
        downwardApiFiles(source);
    }

    private static void downwardApiFiles(Cursor source) {
        for (JsonNode each : source.field("items").items()) {
            // Kubernetes names no index here.
            Cursor file = source.at("", each);
            requireText(file, "path");
            PathRules.notReserved(file.field("path"));
            if (file.has("fieldRef")) {
                EnvironmentRules.fieldReference(file.field("fieldRef"), EnvironmentRules.VOLUME_FIELDS);
                if (file.has("resourceFieldRef")) {
                    file.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
                }
            } else if (file.has("resourceFieldRef")) {
                EnvironmentRules.resourceReference(file.field("resourceFieldRef"), true);
            } else {
                file.required("one of fieldRef and resourceFieldRef is required");
            }
            Numbers.fileMode(file, "mode");
        }
    }

    private static void projected(Cursor volume) {
        Numbers.fileMode(volume, "defaultMode");
        Cursor sources = volume.field("sources");
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < sources.size(); i++) {
            Cursor source = sources.element(i);
            if (source.size() > 1) {
                source.forbidden("may not specify more than 1 volume type per source");
            }
            projectedKeys(volume, source.field("secret"), paths);
            projectedKeys(volume, source.field("configMap"), paths);
            if (source.has("downwardAPI")) {
                downwardApiFiles(source.field("downwardAPI"));
            }
            if (source.has("serviceAccountToken")) {
                token(volume, source.field("serviceAccountToken"));
            }
        }
    }

    private static void projectedKeys(Cursor volume, Cursor source, Set<String> paths) {
        if (!source.present()) {
            return;
        }
        requireText(source, "name");
        items(source);
        for (JsonNode item : source.field("items").items()) {
            String path = item.path("path").asString("");
            if (!path.isEmpty() && !paths.add(path)) {
                volume.invalid(source.text("name"), "conflicting duplicate paths");
            }
        }
    }

    private static void token(Cursor volume, Cursor token) {
        Cursor expiration = token.field("expirationSeconds");
        if (expiration.present() && expiration.number() < 600) {
            expiration.invalid("may not specify a duration less than 10 minutes");
        } else if (expiration.number() > 1L << 32) {
            expiration.invalid("may not specify a duration larger than 2^32 seconds");
        }
        if (token.text("path").isEmpty()) {
            volume.field("path").required();
        } else {
            PathRules.notReserved(token.field("path"));
        }
    }

    private static void ephemeral(Cursor source) {
        Cursor template = source.field("volumeClaimTemplate");
        if (!template.present()) {
            template.required();
            return;
        }
        LabelRules.labels(template.field("metadata").field("labels"));
        LabelRules.annotations(template.field("metadata").field("annotations"));
        ClaimRules.spec(template.field("spec"));
    }
}
