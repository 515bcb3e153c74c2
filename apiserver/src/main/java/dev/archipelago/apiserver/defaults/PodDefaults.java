package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.flag;
import static dev.archipelago.apiserver.defaults.DefaultMembers.number;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Defaults of pods and of what is inside them.
final class PodDefaults {
    private PodDefaults() {}

    /// What only a pod gets, not a pod template.
    static void pod(ObjectNode pod) {
        ObjectNode spec = object(pod, "spec");
        if (spec == null) {
            return;
        }
        setIfAbsent(spec, "enableServiceLinks", true);
        boolean hostNetwork = flag(spec, "hostNetwork");
        for (JsonNode container : elements(spec, "containers")) {
            podContainer(container, hostNetwork);
        }
        for (JsonNode container : elements(spec, "initContainers")) {
            podContainer(container, hostNetwork);
        }
    }

    private static void podContainer(JsonNode container, boolean hostNetwork) {
        ObjectNode resources = object(container, "resources");
        if (resources != null) {
            DefaultMembers.copyMissing(resources, "limits", "requests");
        }
        if (hostNetwork) {
            for (JsonNode port : elements(container, "ports")) {
                if (port instanceof ObjectNode node && number(node, "hostPort") == 0) {
                    node.put("hostPort", number(node, "containerPort"));
                }
            }
        }
    }

    /// The old name of `serviceAccountName` is kept in step with it.
    static void podSpec(ObjectNode spec) {
        String name = text(spec, "serviceAccountName");
        String oldName = text(spec, "serviceAccount");
        if (name.isEmpty() && !oldName.isEmpty()) {
            spec.put("serviceAccountName", oldName);
        } else if (!name.isEmpty() && !name.equals(oldName)) {
            spec.put("serviceAccount", name);
        }
    }

    static void container(ObjectNode container) {
        // Never left out by Kubernetes, not even when empty.
        if (!container.has("resources")) {
            container.putObject("resources");
        }
        if (text(container, "imagePullPolicy").isEmpty()) {
            container.put("imagePullPolicy", pullPolicy(text(container, "image")));
        }
    }

    static void imageVolume(ObjectNode source) {
        if (text(source, "pullPolicy").isEmpty()) {
            source.put("pullPolicy", pullPolicy(text(source, "reference")));
        }
    }

    /// A volume without a source is an empty directory.
    static void volume(ObjectNode volume) {
        if (volume.isEmpty() || (volume.size() == 1 && volume.has("name"))) {
            volume.putObject("emptyDir");
        }
    }

    /// `latest`, asked for or implied, may be another image tomorrow; anything else stays what it is.
    private static String pullPolicy(String image) {
        if (image.indexOf('@') >= 0) {
            return "IfNotPresent";
        }
        int colon = image.lastIndexOf(':');
        boolean tagged = colon > image.lastIndexOf('/');
        boolean latest = !tagged || image.endsWith(":latest");
        return latest && !image.isEmpty() ? "Always" : "IfNotPresent";
    }
}
