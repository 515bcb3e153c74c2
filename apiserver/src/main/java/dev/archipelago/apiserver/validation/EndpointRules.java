package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Where a service's traffic goes: endpoint slices, and the endpoints before them.
final class EndpointRules {
    private static final List<String> ADDRESS_TYPES = List.of("FQDN", "IPv4", "IPv6");
    private static final int ENDPOINTS_MAX = 1000;
    private static final int ADDRESSES_MAX = 100;
    private static final int PORTS_MAX = 20_000;

    private EndpointRules() {}

    static void slice(Cursor slice) {
        Numbers.requireOneOf(slice.field("addressType"), ADDRESS_TYPES);
        Cursor ports = slice.field("ports");
        if (ports.size() > PORTS_MAX) {
            ports.tooMany(PORTS_MAX);
        } else {
            ports(ports);
        }
        Cursor endpoints = slice.field("endpoints");
        if (endpoints.size() > ENDPOINTS_MAX) {
            endpoints.tooMany(ENDPOINTS_MAX);
            return;
        }
        for (int i = 0; i < endpoints.size(); i++) {
            endpoint(endpoints.element(i), slice.text("addressType"));
        }
    }

    private static void ports(Cursor ports) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            Cursor name = port.field("name");
            if (!name.text().isEmpty()) {
                Formats.DNS_LABEL.check(name);
            }
            if (!names.add(name.text())) {
                name.duplicate();
            }
            ContainerRules.protocol(port.field("protocol"));
            if (port.has("appProtocol")) {
                Formats.QUALIFIED_NAME.check(port.field("appProtocol"));
            }
        }
    }

    private static void endpoint(Cursor endpoint, String addressType) {
        Cursor addresses = endpoint.field("addresses");
        if (addresses.isEmpty()) {
            addresses.required("must contain at least 1 address");
        } else if (addresses.size() > ADDRESSES_MAX) {
            addresses.tooMany(ADDRESSES_MAX);
        }
        for (int i = 0; i < addresses.size(); i++) {
            address(addresses, addresses.element(i), addressType);
        }
        if (endpoint.has("nodeName")) {
            Formats.DNS_SUBDOMAIN.check(endpoint.field("nodeName"));
        }
        if (endpoint.has("hostname")) {
            Formats.DNS_LABEL.check(endpoint.field("hostname"));
        }
    }

    private static void address(Cursor addresses, Cursor address, String type) {
        String text = address.text();
        switch (type) {
            case "IPv4" -> {
                reachable(address);
                if (Addresses.isIpv6(text)) {
                    addresses.invalid(text, "must be an IPv4 address");
                }
            }
            case "IPv6" -> {
                reachable(address);
                if (Addresses.isIpv4(text)) {
                    addresses.invalid(text, "must be an IPv6 address");
                }
            }
            case "FQDN" ->
                Formats.DNS_SUBDOMAIN.check(address, text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
            default -> {}
        }
    }

    /// An address that others can send to.
    static void reachable(Cursor at) {
        int before = at.errors().count();
        Addresses.ip(at);
        if (at.errors().count() > before) {
            return;
        }
        String ip = at.text();
        if (ip.equals("0.0.0.0") || ip.equals("::")) {
            at.invalid("may not be unspecified (" + ip + ")");
        } else if (ip.startsWith("127.") || ip.equals("::1")) {
            at.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
        } else if (ip.startsWith("169.254.") || ip.regionMatches(true, 0, "fe80:", 0, 5)) {
            at.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        } else if (ip.startsWith("224.0.0.") || ip.regionMatches(true, 0, "ff02:", 0, 5)) {
            at.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    static void endpoints(Cursor endpoints) {
        Cursor subsets = endpoints.field("subsets");
        for (int i = 0; i < subsets.size(); i++) {
            Cursor subset = subsets.element(i);
            if (subset.isEmpty("addresses") && subset.isEmpty("notReadyAddresses")) {
                subset.required("must specify `addresses` or `notReadyAddresses`");
            }
            oldAddresses(subset.field("addresses"));
            oldAddresses(subset.field("notReadyAddresses"));
            oldPorts(subset.field("ports"));
        }
    }

    private static void oldAddresses(Cursor addresses) {
        for (int i = 0; i < addresses.size(); i++) {
            Cursor address = addresses.element(i);
            reachable(address.field("ip"));
            if (!address.text("hostname").isEmpty()) {
                Formats.DNS_LABEL.check(address.field("hostname"));
            }
            JsonNode node = address.member("nodeName");
            if (node != null) {
                Formats.DNS_SUBDOMAIN.check(address.field("nodeName"));
            }
        }
    }

    private static void oldPorts(Cursor ports) {
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            if (!port.text("name").isEmpty()) {
                Formats.DNS_LABEL.check(port.field("name"));
            } else if (ports.size() > 1) {
                port.field("name").required();
            }
            Numbers.port(port.field("port"));
            ContainerRules.protocol(port.field("protocol"));
        }
    }
}
