package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The ports of a service.
final class ServicePortRules {
    private ServicePortRules() {}

    static void ports(Cursor ports, String type) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            Cursor name = port.field("name");
            if (!name.text().isEmpty()) {
                Formats.DNS_LABEL.check(name);
                if (!names.add(name.text())) {
                    name.duplicate();
                }
            } else if (ports.size() > 1) {
                name.required();
            }
            Numbers.port(port.field("port"));
            ContainerRules.protocol(port.field("protocol"));
            Numbers.portNumberOrName(port.field("targetPort"));
            if (port.has("appProtocol")) {
                Formats.QUALIFIED_NAME.check(port.field("appProtocol"));
            }
            if (type.equals("ClusterIP") && port.number("nodePort") != 0) {
                port.field("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
            }
        }
    }

    static void unique(Cursor ports) {
        if (ports.size() < 2) {
            return;
        }
        Set<String> nodePorts = new HashSet<>();
        Set<String> own = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            String protocol = port.text("protocol");
            if (port.number("nodePort") != 0 && !nodePorts.add(protocol + port.number("nodePort"))) {
                port.field("nodePort").duplicate();
            }
            if (!own.add(protocol + port.number("port"))) {
                ObjectNode shown = JsonNodeFactory.instance.objectNode();
                shown.put("protocol", protocol).put("port", port.number("port"));
                ports.elementShowing(i, shown).duplicate();
            }
        }
    }
}
