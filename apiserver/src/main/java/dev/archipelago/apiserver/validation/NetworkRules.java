package dev.archipelago.apiserver.validation;

import java.util.List;

/// Ingresses and network policies.
final class NetworkRules {
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");
    private static final List<String> POLICY_TYPES = List.of("Ingress", "Egress");
    private static final List<String> BAD_SEQUENCES = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> BAD_ENDINGS = List.of("/..", "/.");

    private NetworkRules() {}

    static void ingress(Cursor ingress) {
        Cursor spec = ingress.field("spec");
        Cursor rules = spec.field("rules");
        if (rules.isEmpty() && !spec.has("defaultBackend")) {
            spec.at("", rules.node()).invalid("either `defaultBackend` or `rules` must be specified");
        }
        if (spec.has("defaultBackend")) {
            backend(spec.field("defaultBackend"));
        }
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.element(i));
        }
        Cursor tls = spec.field("tls");
        for (int i = 0; i < tls.size(); i++) {
            Cursor hosts = tls.element(i).field("hosts");
            for (int j = 0; j < hosts.size(); j++) {
                host(hosts.element(j));
            }
            if (!tls.element(i).text("secretName").isEmpty()) {
                Formats.DNS_SUBDOMAIN.check(tls.element(i).field("secretName"));
            }
        }
        if (spec.has("ingressClassName")) {
            Formats.DNS_SUBDOMAIN.check(spec.field("ingressClassName"));
        }
    }

    private static void rule(Cursor rule) {
        Cursor host = rule.field("host");
        if (!host.text().isEmpty()) {
            if (Addresses.isIpv4(host.text()) || Addresses.isIpv6(host.text())) {
                host.invalid("must be a DNS name, not an IP address");
            }
            host(host);
        }
        if (!rule.has("http")) {
            return;
        }
        Cursor paths = rule.field("http").field("paths");
        if (paths.isEmpty()) {
            paths.required();
        }
        for (int i = 0; i < paths.size(); i++) {
            path(paths.element(i));
        }
    }

    private static void host(Cursor host) {
        String text = host.text();
        if (text.indexOf('*') < 0) {
            Formats.DNS_SUBDOMAIN.check(host);
        } else if (!text.startsWith("*.") || !Characters.isDnsSubdomain(text.substring(2))) {
            host.invalid(
                    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must"
                            + " consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g."
                            + " '*.example.com', regex used for validation is"
                            + " '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        }
    }

    private static void path(Cursor path) {
        Cursor type = path.field("pathType");
        Cursor text = path.field("path");
        if (!type.present()) {
            type.required("pathType must be specified");
            return;
        }
        switch (type.text()) {
            case "Exact", "Prefix" -> {
                if (!text.text().startsWith("/")) {
                    text.invalid("must be an absolute path");
                }
                for (String sequence : BAD_SEQUENCES) {
                    if (text.text().contains(sequence)) {
                        text.invalid("must not contain '" + sequence + "'");
                    }
                }
                for (String ending : BAD_ENDINGS) {
                    if (text.text().endsWith(ending)) {
                        text.invalid("cannot end with '" + ending + "'");
                    }
                }
            }
            case "ImplementationSpecific" -> {
                if (!text.text().isEmpty() && !text.text().startsWith("/")) {
                    text.invalid("must be an absolute path");
                }
            }
            default -> type.notSupported(PATH_TYPES);
        }
        backend(path.field("backend"));
    }

    private static void backend(Cursor backend) {
        boolean resource = backend.has("resource");
        boolean service = backend.has("service");
        if (resource && service) {
            backend.invalid("", "cannot set both resource and service backends");
        } else if (resource) {
            VolumeRules.requireText(backend.field("resource"), "kind");
            VolumeRules.requireText(backend.field("resource"), "name");
        } else if (service) {
            serviceBackend(backend, backend.field("service"));
        } else {
            backend.invalid("", "resource or service backend is required");
        }
    }

    private static void serviceBackend(Cursor backend, Cursor service) {
        Formats.DNS_LABEL.require(service.field("name"));
        Cursor port = service.field("port");
        boolean named = !port.text("name").isEmpty();
        boolean numbered = port.number("number") != 0;
        if (named && numbered) {
            backend.invalid("", "cannot set both port name & port number");
        } else if (named) {
            Formats.PORT_NAME.check(port.field("name"));
        } else if (numbered) {
            Numbers.port(port.field("number"));
        } else {
            backend.required("port name or number is required");
        }
    }

    static void policy(Cursor policy) {
        Cursor spec = policy.field("spec");
        LabelRules.selector(spec.field("podSelector"));
        direction(spec.field("ingress"), "from");
        direction(spec.field("egress"), "to");
        Cursor types = spec.field("policyTypes");
        if (types.size() > POLICY_TYPES.size()) {
            types.invalid("may not specify more than two policyTypes");
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            Numbers.oneOf(types.element(i), POLICY_TYPES);
        }
    }

    private static void direction(Cursor rules, String peersField) {
        for (int i = 0; i < rules.size(); i++) {
            Cursor ports = rules.element(i).field("ports");
            for (int j = 0; j < ports.size(); j++) {
                port(ports.element(j));
            }
            Cursor peers = rules.element(i).field(peersField);
            for (int j = 0; j < peers.size(); j++) {
                peer(peers.element(j));
            }
        }
    }

    private static void port(Cursor port) {
        if (port.has("protocol")) {
            Numbers.oneOf(port.field("protocol"), PROTOCOLS);
        }
        Cursor number = port.field("port");
        Cursor end = port.field("endPort");
        if (number.present()) {
            Numbers.portNumberOrName(number);
        }
        if (!end.present()) {
            return;
        }
        if (!number.present()) {
            end.invalid("may not be specified when `port` is not specified");
        } else if (number.isText()) {
            end.invalid("may not be specified when `port` is non-numeric");
        } else {
            if (end.number() < number.number()) {
                end.invalid(number.number(), "must be greater than or equal to `port`");
            }
            Numbers.port(end);
        }
    }

    private static void peer(Cursor peer) {
        LabelRules.selector(peer.field("podSelector"));
        LabelRules.selector(peer.field("namespaceSelector"));
        boolean selects = peer.has("podSelector") || peer.has("namespaceSelector");
        if (peer.has("ipBlock")) {
            Cursor block = peer.field("ipBlock");
            Cursor cidr = block.field("cidr");
            if (cidr.text().isEmpty()) {
                cidr.required();
            } else {
                Addresses.cidr(cidr, cidr.text());
            }
            Cursor except = block.field("except");
            for (int i = 0; i < except.size(); i++) {
                Addresses.cidr(except.element(i), except.element(i).text());
            }
            if (selects) {
                peer.forbidden("may not specify both ipBlock and another peer");
            }
        } else if (!selects) {
            peer.required("must specify a peer");
        }
    }
}
