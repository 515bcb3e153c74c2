package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.flag;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Defaults of the kinds that describe the cluster and its rules.
final class ClusterDefaults {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    private ClusterDefaults() {}

    static void namespace(ObjectNode namespace) {
        ObjectNode metadata = object(namespace, "metadata");
        String name = text(metadata, "name");
        if (metadata != null && !name.isEmpty()) {
            ObjectNode labels = DefaultMembers.childOf(metadata, "labels");
            if (!text(labels, NAME_LABEL).equals(name)) {
                labels.put(NAME_LABEL, name);
            }
        }
    }

    static void nodeStatus(ObjectNode status) {
        ObjectNode capacity = object(status, "capacity");
        if (capacity != null && !status.has("allocatable")) {
            status.set("allocatable", capacity.deepCopy());
        }
    }

    static void limitRangeItem(ObjectNode item) {
        if (text(item, "type").equals("Container")) {
            DefaultMembers.copyMissing(item, "max", "default");
            DefaultMembers.copyMissing(item, "default", "defaultRequest");
            DefaultMembers.copyMissing(item, "min", "defaultRequest");
        }
    }

    static void networkPolicySpec(ObjectNode spec) {
        if (DefaultMembers.isEmpty(spec, "policyTypes")) {
            ArrayNode types = spec.putArray("policyTypes").add("Ingress");
            if (!DefaultMembers.isEmpty(spec, "egress")) {
                types.add("Egress");
            }
        }
    }

    static void subject(ObjectNode subject) {
        String kind = text(subject, "kind");
        if ((kind.equals("User") || kind.equals("Group"))
                && text(subject, "apiGroup").isEmpty()) {
            subject.put("apiGroup", "rbac.authorization.k8s.io");
        }
    }

    static void customResourceDefinition(ObjectNode definition) {
        ObjectNode status = DefaultMembers.childOf(definition, "status");
        if (!DefaultMembers.isEmpty(status, "storedVersions")) {
            return;
        }
        for (JsonNode version : elements(object(definition, "spec"), "versions")) {
            if (flag(version, "storage")) {
                status.putArray("storedVersions").add(text(version, "name"));
                return;
            }
        }
    }

    static void customResourceNames(ObjectNode names) {
        String kind = text(names, "kind");
        if (kind.isEmpty()) {
            return;
        }
        if (text(names, "singular").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (text(names, "listKind").isEmpty()) {
            names.put("listKind", kind + "List");
        }
    }
}
