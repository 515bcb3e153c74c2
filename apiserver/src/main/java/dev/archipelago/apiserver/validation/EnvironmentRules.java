package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Locale;

/// The environment of a container, and references to fields of its pod.
final class EnvironmentRules {
    static final List<String> ENVIRONMENT_FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");
    static final List<String> VOLUME_FIELDS =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");

    private static final List<String> ALL_FIELDS = List.of(
            "metadata.annotations",
            "metadata.labels",
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.serviceAccountName",
            "spec.schedulerName",
            "status.phase",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs",
            "spec.host");
    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");

    private EnvironmentRules() {}

    static void variables(Cursor variables) {
        for (int i = 0; i < variables.size(); i++) {
            Cursor variable = variables.element(i);
            Formats.ENVIRONMENT_NAME.require(variable.field("name"));
            if (variable.has("valueFrom")) {
                valueFrom(variable, variable.field("valueFrom"));
            }
        }
    }

    private static void valueFrom(Cursor variable, Cursor from) {
        int sources = 0;
        if (from.has("fieldRef")) {
            sources++;
            fieldReference(from.field("fieldRef"), ENVIRONMENT_FIELDS);
        }
        if (from.has("resourceFieldRef")) {
            sources++;
            resourceReference(from.field("resourceFieldRef"), false);
        }
        if (from.has("configMapKeyRef")) {
            sources++;
            keyReference(from.field("configMapKeyRef"));
        }
        if (from.has("secretKeyRef")) {
            sources++;
            keyReference(from.field("secretKeyRef"));
        }
        if (from.has("fileKeyRef")) {
            sources++;
            fileReference(from.field("fileKeyRef"));
        }
        if (sources == 0) {
            from.invalid(
                    "",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
        } else if (!variable.text("value").isEmpty()) {
            from.invalid("", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            from.invalid("", "may not have more than one field specified at a time");
        }
    }

    static void fieldReference(Cursor reference, List<String> allowed) {
        if (reference.text("apiVersion").isEmpty()) {
            reference.field("apiVersion").required();
            return;
        }
        String path = reference.text("fieldPath");
        if (path.isEmpty()) {
            reference.field("fieldPath").required();
            return;
        }
        int bracket = path.indexOf("['");
        if (bracket > 0 && path.endsWith("']")) {
            subscript(reference, path.substring(0, bracket), path.substring(bracket + 2, path.length() - 2));
        } else if (!ALL_FIELDS.contains(path)) {
            reference.field("fieldPath").invalid("error converting fieldPath: field label not supported: " + path);
        } else if (!allowed.contains(path)) {
            reference.field("fieldPath").notSupported(allowed);
        }
    }

    private static void subscript(Cursor reference, String field, String key) {
        switch (field) {
            case "metadata.annotations" -> Formats.QUALIFIED_NAME.check(reference, key.toLowerCase(Locale.ROOT));
            case "metadata.labels" -> Formats.QUALIFIED_NAME.check(reference, key);
            default -> reference.invalid(field, "does not support subscript");
        }
    }

    static void resourceReference(Cursor reference, boolean inVolume) {
        String resource = reference.text("resource");
        if (inVolume && reference.text("containerName").isEmpty()) {
            reference.field("containerName").required();
        } else if (resource.isEmpty()) {
            reference.field("resource").required();
        } else if (!RESOURCES.contains(resource)
                && !resource.startsWith("limits.hugepages-")
                && !resource.startsWith("requests.hugepages-")) {
            reference.field("resource").notSupported(RESOURCES);
        }
        divisor(reference, resource);
    }

    private static void divisor(Cursor reference, String resource) {
        String divisor = reference.text("divisor");
        if (divisor.isEmpty() || divisor.equals("0")) {
            return;
        }
        Cursor at = reference.field("divisor");
        if (resource.endsWith(".cpu")) {
            if (!divisor.equals("1m") && !divisor.equals("1")) {
                at.invalid(resource, "only divisor's values 1m and 1 are supported with the cpu resource");
            }
        } else if (!isUnit(divisor)) {
            String name = resource.endsWith(".memory")
                    ? "memory"
                    : resource.endsWith("ephemeral-storage") ? "local ephemeral storage" : "hugepages";
            at.invalid(
                    resource,
                    "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the "
                            + name + " resource");
        }
    }

    private static boolean isUnit(String divisor) {
        return switch (divisor) {
            case "1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei" -> true;
            default -> false;
        };
    }

    private static void keyReference(Cursor reference) {
        Formats.DNS_SUBDOMAIN.check(reference.field("name"));
        Formats.CONFIG_KEY.require(reference.field("key"));
    }

    private static void fileReference(Cursor reference) {
        Formats.ENVIRONMENT_NAME.require(reference.field("key"));
        Formats.DNS_LABEL.require(reference.field("volumeName"));
        VolumeRules.requireText(reference, "path");
        PathRules.noBacksteps(reference.field("path"));
    }

    static void sources(Cursor sources) {
        for (int i = 0; i < sources.size(); i++) {
            Cursor source = sources.element(i);
            if (!source.text("prefix").isEmpty()) {
                Formats.ENVIRONMENT_NAME.check(source.field("prefix"));
            }
            boolean configMap = source.has("configMapRef");
            boolean secret = source.has("secretRef");
            if (configMap) {
                Formats.DNS_SUBDOMAIN.require(source.field("configMapRef").field("name"));
            }
            if (secret) {
                Formats.DNS_SUBDOMAIN.require(source.field("secretRef").field("name"));
            }
            if (!configMap && !secret) {
                sources.invalid("", "must specify one of: `configMapRef` or `secretRef`");
            } else if (configMap && secret) {
                sources.invalid("", "may not have more than one field specified at a time");
            }
        }
    }
}
