package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.or;

import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Nodes.
final class NodePrinter {
    static final Table NODE = Table.of(
            NodePrinter::print,
            NAME,
            text("Status", "Whether the node can run pods"),
            text("Roles", "Roles of the node"),
            AGE,
            text("Version", "Version of the kubelet"),
            wide("Internal-IP", "Address inside the cluster"),
            wide("External-IP", "Address outside the cluster"),
            wide("OS-Image", "Operating system"),
            wide("Kernel-Version", "Kernel and architecture"),
            wide("Container-Runtime", "Container runtime and its version"));

    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    private NodePrinter() {}

    private static void print(JsonNode node, Cells cells) {
        JsonNode info = at(node, "status", "nodeInfo");
        String architecture = Values.text(info, "architecture");
        cells.name(node)
                .text(status(node))
                .text(or(roles(at(node, "metadata", "labels")), NONE))
                .age(node)
                .text(Values.text(info, "kubeletVersion"))
                .text(address(node, "InternalIP"))
                .text(address(node, "ExternalIP"))
                .text(or(Values.text(info, "osImage"), Cells.UNKNOWN))
                .text(or(Values.text(info, "kernelVersion"), Cells.UNKNOWN)
                        + (architecture.isEmpty() ? "" : " (" + architecture + ")"))
                .text(or(Values.text(info, "containerRuntimeVersion"), Cells.UNKNOWN));
    }

    private static String status(JsonNode node) {
        JsonNode ready = Values.ofType(at(node, "status", "conditions"), "Ready");
        String status = "Unknown";
        if (ready != null) {
            status = Values.text(ready, "status").equals("True") ? "Ready" : "NotReady";
        }
        return Values.flag(node, "spec", "unschedulable") ? status + ",SchedulingDisabled" : status;
    }

    private static String roles(JsonNode labels) {
        TreeSet<String> roles = new TreeSet<>();
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            String key = label.getKey();
            if (key.startsWith(ROLE_PREFIX)) {
                roles.add(key.substring(ROLE_PREFIX.length()));
            } else if (key.equals("kubernetes.io/role")) {
                roles.add(Values.string(label.getValue()));
            }
        }
        roles.remove("");
        return String.join(",", roles);
    }

    private static String address(JsonNode node, String type) {
        JsonNode address = Values.ofType(at(node, "status", "addresses"), type);
        return address == null ? NONE : Values.text(address, "address");
    }
}
