package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Services.
final class ServiceRules {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");
    private static final List<String> TRAFFIC_POLICIES = List.of("Cluster", "Local");
    private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
    private static final List<String> FAMILY_POLICIES = List.of("PreferDualStack", "RequireDualStack", "SingleStack");
    private static final List<String> DISTRIBUTIONS = List.of("PreferClose", "PreferSameZone", "PreferSameNode");
    private static final String ONLY_LOAD_BALANCER = "may only be used when `type` is 'LoadBalancer'";
    private static final int AFFINITY_SECONDS_MAX = 86_400;

    private ServiceRules() {}

    static void service(Cursor service) {
        Cursor spec = service.field("spec");
        String type = spec.text("type");
        Cursor ports = spec.field("ports");
        if (ports.isEmpty() && !isHeadless(spec) && !type.equals("ExternalName")) {
            ports.required();
        }
        byType(spec, type);
        ServicePortRules.ports(ports, type);
        LabelRules.labels(spec.field("selector"));
        affinity(spec);
        if (!type.equals("ExternalName")) {
            addresses(spec);
        }
        Cursor external = spec.field("externalIPs");
        for (int i = 0; i < external.size(); i++) {
            EndpointRules.reachable(external.element(i));
        }
        Numbers.requireOneOf(spec.field("type"), TYPES);
        ServicePortRules.unique(ports);
        loadBalancer(spec, type.equals("LoadBalancer"));
        traffic(spec, type);
    }

    static boolean isHeadless(Cursor spec) {
        Cursor ips = spec.field("clusterIPs");
        return ips.size() == 1 && ips.element(0).text().equals("None");
    }

    private static void byType(Cursor spec, String type) {
        switch (type) {
            case "LoadBalancer", "NodePort" -> {
                if (isHeadless(spec)) {
                    spec.field("clusterIPs").element(0).invalid("may not be set to 'None' for " + type + " services");
                }
            }
            case "ExternalName" -> externalName(spec);
            default -> {}
        }
    }

    private static void externalName(Cursor spec) {
        for (String field : List.of("clusterIPs", "ipFamilies")) {
            if (!spec.isEmpty(field)) {
                spec.field(field).forbidden("may not be set for ExternalName services");
            }
        }
        if (spec.has("ipFamilyPolicy")) {
            spec.field("ipFamilyPolicy").forbidden("may not be set for ExternalName services");
        }
        Cursor name = spec.field("externalName");
        String text =
                name.text().endsWith(".") ? name.text().substring(0, name.text().length() - 1) : name.text();
        if (text.isEmpty()) {
            name.required();
        } else {
            Formats.DNS_SUBDOMAIN.check(name, text);
        }
    }

    private static void affinity(Cursor spec) {
        Cursor affinity = spec.field("sessionAffinity");
        Cursor config = spec.field("sessionAffinityConfig");
        Numbers.requireOneOf(affinity, AFFINITIES);
        if (affinity.text().equals("None") && config.present()) {
            config.forbidden("must not be set when session affinity is None");
        } else if (affinity.text().equals("ClientIP")) {
            Cursor timeout = config.field("clientIP").field("timeoutSeconds");
            if (!timeout.present()) {
                timeout.required("when session affinity type is ClientIP");
            } else if (timeout.number() <= 0 || timeout.number() > AFFINITY_SECONDS_MAX) {
                timeout.invalid("must be greater than 0 and less than " + AFFINITY_SECONDS_MAX);
            }
        }
    }

    private static void addresses(Cursor spec) {
        Cursor ips = spec.field("clusterIPs");
        String ip = spec.text("clusterIP");
        if (ip.isEmpty()) {
            if (!ips.isEmpty()) {
                ips.invalid("must be empty when `clusterIP` is not specified");
            }
        } else if (ips.isEmpty()) {
            ips.required();
        } else if (!ips.element(0).text().equals(ip)) {
            ips.invalid("first value must match `clusterIP`");
        }
        families(spec.field("ipFamilies"));
        if (spec.has("ipFamilyPolicy")) {
            Numbers.oneOf(spec.field("ipFamilyPolicy"), FAMILY_POLICIES);
        }
        int before = spec.errors().count();
        for (int i = 0; i < ips.size(); i++) {
            if (i == 0 && ips.element(0).text().equals("None")) {
                if (ips.size() > 1) {
                    ips.invalid("'None' must be the first and only value");
                }
            } else {
                Addresses.ip(ips.element(i));
            }
        }
        if (ips.size() > 2) {
            ips.invalid("may only hold up to 2 values");
        }
        if (spec.errors().count() == before) {
            matchFamilies(ips, spec.field("ipFamilies"));
        }
    }

    private static void families(Cursor families) {
        Set<String> seen = new HashSet<>(0);
        for (int i = 0; i < families.size(); i++) {
            Numbers.oneOf(families.element(i), FAMILIES);
            if (!seen.add(families.element(i).text())) {
                families.element(i).duplicate();
            }
        }
    }

    private static void matchFamilies(Cursor ips, Cursor families) {
        if (ips.size() == 2 && isIpv6(ips.element(0)) == isIpv6(ips.element(1))) {
            ips.invalid("may specify no more than one IP for each IP family");
        }
        for (int i = 0; i < Math.min(ips.size(), families.size()); i++) {
            Cursor ip = ips.element(i);
            String family = isIpv6(ip) ? "IPv6" : "IPv4";
            if (!ip.text().equals("None") && !families.element(i).text().equals(family)) {
                ip.invalid(
                        "expected an " + families.element(i).text() + " value as indicated by `ipFamilies[" + i + "]`");
            }
        }
    }

    private static boolean isIpv6(Cursor ip) {
        return ip.text().indexOf(':') >= 0;
    }

    private static void loadBalancer(Cursor spec, boolean isLoadBalancer) {
        Cursor ranges = spec.at("LoadBalancerSourceRanges", spec.member("loadBalancerSourceRanges"));
        if (!ranges.isEmpty() && !isLoadBalancer) {
            ranges.forbidden(ONLY_LOAD_BALANCER);
        }
        for (int i = 0; i < ranges.size(); i++) {
            Addresses.cidr(ranges.element(i), ranges.element(i).text().strip());
        }
        if (spec.has("allocateLoadBalancerNodePorts") && !isLoadBalancer) {
            spec.field("allocateLoadBalancerNodePorts").forbidden(ONLY_LOAD_BALANCER);
        }
        Cursor loadBalancerClass = spec.field("loadBalancerClass");
        if (loadBalancerClass.present()) {
            if (isLoadBalancer) {
                Formats.QUALIFIED_NAME.check(loadBalancerClass);
            } else {
                loadBalancerClass.forbidden(ONLY_LOAD_BALANCER);
            }
        }
    }

    private static void traffic(Cursor spec, String type) {
        boolean external = type.equals("LoadBalancer")
                || type.equals("NodePort")
                || (type.equals("ClusterIP") && !spec.isEmpty("externalIPs"));
        Cursor policy = spec.field("externalTrafficPolicy");
        if (external) {
            Numbers.requireOneOf(policy, TRAFFIC_POLICIES);
        } else if (!policy.text().isEmpty()) {
            policy.invalid("may only be set for externally-accessible services");
        }
        Cursor health = spec.field("healthCheckNodePort");
        boolean checked = type.equals("LoadBalancer") && policy.text().equals("Local");
        if (health.number() != 0) {
            if (checked) {
                Numbers.port(health);
            } else {
                health.invalid("may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
            }
        }
        if (spec.has("internalTrafficPolicy")) {
            Numbers.oneOf(spec.field("internalTrafficPolicy"), TRAFFIC_POLICIES);
        } else if (!type.equals("ExternalName")) {
            spec.field("internalTrafficPolicy").required();
        }
        if (spec.has("trafficDistribution")) {
            Numbers.oneOf(spec.field("trafficDistribution"), DISTRIBUTIONS);
        }
    }

    static void update(Cursor service, Cursor old) {
        Cursor spec = service.field("spec");
        Cursor before = old.field("spec");
        if (!spec.is("type", "ExternalName") && !before.is("type", "ExternalName")) {
            clusterIps(spec, before);
            ipFamilies(spec, before);
        }
        if (spec.is("type", "LoadBalancer") && before.is("type", "LoadBalancer")) {
            if (!spec.text("loadBalancerClass").equals(before.text("loadBalancerClass"))) {
                spec.field("loadBalancerClass").invalid("may not change once set");
            }
            boolean checked = spec.is("externalTrafficPolicy", "Local") && before.is("externalTrafficPolicy", "Local");
            if (checked && spec.number("healthCheckNodePort") != before.number("healthCheckNodePort")) {
                spec.field("healthCheckNodePort").forbidden("field is immutable");
            }
        }
    }

    private static void clusterIps(Cursor spec, Cursor before) {
        Cursor ips = spec.field("clusterIPs");
        Cursor old = before.field("clusterIPs");
        if (isHeadless(spec) && isHeadless(before)) {
            return;
        }
        if (ips.isEmpty() && !old.isEmpty()) {
            shownAt(ips, 0).invalid("primary clusterIP can not be unset");
        }
        int kept = ips.size() == old.size() ? ips.size() : Math.min(1, Math.min(ips.size(), old.size()));
        for (int i = 0; i < kept; i++) {
            if (!ips.element(i).text().equals(old.element(i).text())) {
                shownAt(ips, i).invalid("may not change once set");
            }
        }
        if (ips.size() == 1 && old.size() == 2 && !spec.is("ipFamilyPolicy", "SingleStack")) {
            spec.field("ipFamilyPolicy").invalid("must be set to 'SingleStack' when releasing the secondary clusterIP");
        }
    }

    private static void ipFamilies(Cursor spec, Cursor before) {
        Cursor families = spec.field("ipFamilies");
        Cursor old = before.field("ipFamilies");
        if (isHeadless(spec) || isHeadless(before) || families.isEmpty() || old.isEmpty()) {
            return;
        }
        if (!families.element(0).text().equals(old.element(0).text())) {
            shownAt(families, 0).invalid("may not change once set");
        }
        if (families.size() == 1 && old.size() == 2 && !spec.is("ipFamilyPolicy", "SingleStack")) {
            spec.field("ipFamilyPolicy").invalid("must be set to 'SingleStack' when releasing the secondary ipFamily");
        }
    }

    /// Kubernetes names one element and shows the whole list.
    private static Cursor shownAt(Cursor list, int index) {
        return list.elementShowing(index, list.node());
    }

    static void status(Cursor service, Cursor old) {
        Cursor ingress = service.field("status").field("loadBalancer").field("ingress");
        if (!ingress.isEmpty() && !service.field("spec").is("type", "LoadBalancer")) {
            ingress.forbidden("may only be used when `spec.type` is \"LoadBalancer\"");
        }
        for (JsonNode each : ingress.items()) {
            if (!each.path("ip").asString("").isEmpty()) {
                Addresses.ip(ingress.at("ip", each.path("ip")));
            }
            if (!each.path("hostname").asString("").isEmpty()) {
                Formats.DNS_SUBDOMAIN.check(ingress.at("hostname", each.path("hostname")));
            }
        }
    }
}
