package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.or;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// How pods are reached, and by whom.
final class NetworkPrinters {
    static final Table SERVICE = Table.of(
            NetworkPrinters::printService,
            NAME,
            text("Type", "How the service is exposed"),
            text("Cluster-IP", "Address inside the cluster"),
            text("External-IP", "Addresses outside the cluster"),
            text("Port(s)", "Ports, with the node's port where there is one"),
            AGE,
            wide("Selector", "Labels of the pods that serve"));

    static final Table INGRESS = Table.of(
            NetworkPrinters::printIngress,
            NAME,
            text("Class", "Class of the controller that serves the ingress"),
            text("Hosts", "Hosts that rules are for"),
            text("Address", "Where the load balancer is reached"),
            text("Ports", "Ports that are open"),
            AGE);

    static final Table INGRESS_CLASS = Table.of(
            (ingressClass, cells) -> cells.text(named(ingressClass))
                    .text(Values.text(ingressClass, "spec", "controller"))
                    .text(parameters(at(ingressClass, "spec", "parameters")))
                    .age(ingressClass),
            NAME,
            text("Controller", "Controller that serves the class"),
            text("Parameters", "Object with further settings"),
            AGE);

    static final Table NETWORK_POLICY = Table.of(
            (policy, cells) -> cells.name(policy)
                    .text(Selectors.shown(at(policy, "spec", "podSelector")))
                    .age(policy),
            NAME,
            text("Pod-Selector", "Selector of the pods the policy is for"),
            AGE);

    static final Table IP_ADDRESS = Table.of(
            (address, cells) -> cells.name(address).text(parent(at(address, "spec", "parentRef"))),
            NAME,
            text("ParentRef", "Object that has the address"));

    static final Table SERVICE_CIDR = Table.of(
            (range, cells) -> cells.name(range)
                    .text(Values.joined(at(range, "spec", "cidrs")))
                    .age(range),
            NAME,
            text("CIDRs", "Ranges of addresses"),
            AGE);

    private static final int MOST_HOSTS = 3;

    private NetworkPrinters() {}

    private static void printService(JsonNode service, Cells cells) {
        JsonNode spec = service.path("spec");
        String first = Values.string(spec.path("clusterIPs").path(0));
        cells.name(service)
                .text(Values.text(spec, "type"))
                .text(or(or(first, Values.text(spec, "clusterIP")), NONE))
                .text(externalAddress(service))
                .text(or(ports(spec.path("ports")), NONE))
                .age(service)
                .text(Values.labels(spec.path("selector")));
    }

    private static String externalAddress(JsonNode service) {
        String external = Values.joined(at(service, "spec", "externalIPs"));
        return switch (Values.text(service, "spec", "type")) {
            case "ClusterIP", "NodePort" -> or(external, NONE);
            case "LoadBalancer" -> {
                String balancer = balancerAddress(service);
                boolean both = !balancer.isEmpty() && !external.isEmpty();
                yield or(balancer + (both ? "," : "") + external, "<pending>");
            }
            case "ExternalName" -> Values.text(service, "spec", "externalName");
            default -> Cells.UNKNOWN;
        };
    }

    private static String balancerAddress(JsonNode object) {
        TreeSet<String> addresses = new TreeSet<>();
        for (JsonNode ingress : at(object, "status", "loadBalancer", "ingress")) {
            String address = or(Values.text(ingress, "ip"), Values.text(ingress, "hostname"));
            if (!address.isEmpty()) {
                addresses.add(address);
            }
        }
        return String.join(",", addresses);
    }

    private static String ports(JsonNode ports) {
        List<String> texts = new ArrayList<>(ports.size());
        for (JsonNode port : ports) {
            long node = Values.number(port, "nodePort");
            texts.add(Values.number(port, "port")
                    + (node > 0 ? ":" + node : "")
                    + '/'
                    + Values.given(port, "TCP", "protocol"));
        }
        return String.join(",", texts);
    }

    private static void printIngress(JsonNode ingress, Cells cells) {
        cells.name(ingress)
                .text(Values.given(ingress, NONE, "spec", "ingressClassName"))
                .text(hosts(at(ingress, "spec", "rules")))
                .text(balancerAddress(ingress))
                .text(at(ingress, "spec", "tls").isEmpty() ? "80" : "80, 443")
                .age(ingress);
    }

    private static String hosts(JsonNode rules) {
        List<String> hosts = new ArrayList<>();
        boolean more = false;
        for (JsonNode rule : rules) {
            more |= hosts.size() == MOST_HOSTS;
            String host = Values.text(rule, "host");
            if (!more && !host.isEmpty()) {
                hosts.add(host);
            }
        }
        // Rules without a host count among those left out.
        String shown = or(String.join(",", hosts), "*");
        return more ? "%s + %d more...".formatted(shown, rules.size() - MOST_HOSTS) : shown;
    }

    private static String named(JsonNode ingressClass) {
        String name = Values.text(ingressClass, "metadata", "name");
        String isDefault =
                Values.text(ingressClass, "metadata", "annotations", "ingressclass.kubernetes.io/is-default-class");
        return isDefault.equals("true") ? name + " (default)" : name;
    }

    private static String parameters(JsonNode reference) {
        if (!Values.isPresent(reference)) {
            return NONE;
        }
        String group = Values.has(reference, "apiGroup") ? "." + Values.text(reference, "apiGroup") : "";
        return Values.text(reference, "kind") + group + '/' + Values.text(reference, "name");
    }

    private static String parent(JsonNode reference) {
        if (!Values.isPresent(reference)) {
            return NONE;
        }
        String group = Values.text(reference, "group");
        String resource = Values.text(reference, "resource") + (group.isEmpty() ? "" : "." + group);
        String namespace = Values.text(reference, "namespace");
        return resource.toLowerCase(Locale.ROOT)
                + (namespace.isEmpty() ? "" : "/" + namespace)
                + '/'
                + Values.text(reference, "name");
    }
}
