package dev.archipelago.apiserver.validation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What a pod is to run, in a pod or in a template of one.
final class PodSpecRules {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> PREEMPTION_POLICIES = List.of("PreemptLowerPriority", "Never");
    private static final List<String> SYSTEMS = List.of("linux", "windows");

    private PodSpecRules() {}

    /// Checks a pod's specification.
    ///
    /// @param isPod false for a template, which may leave more to be filled in
    static void podSpec(Cursor spec, boolean isPod) {
        podSpec(spec, isPod, VolumeRules.volumes(spec.field("volumes")));
    }

    static void podSpec(Cursor spec, boolean isPod, Map<String, JsonNode> volumes) {
        Cursor grace = spec.field("terminationGracePeriodSeconds");
        if (!grace.present()) {
            grace.required();
        }
        boolean hostUsers = !spec.has("hostUsers") || spec.flag("hostUsers");
        var pod = new ContainerRules.Pod(
                volumes,
                claims(spec.field("resourceClaims")),
                grace.present() ? grace.number() : Long.MAX_VALUE,
                hostUsers);
        Set<String> names = ContainerRules.regular(spec.field("containers"), pod);
        ContainerRules.init(spec.field("initContainers"), names, pod);
        ContainerRules.ephemeral(spec.field("ephemeralContainers"), names, pod);
        hostNetwork(spec, isPod);
        Numbers.requireOneOf(spec.field("restartPolicy"), RESTART_POLICIES);
        Numbers.requireOneOf(spec.field("dnsPolicy"), DNS_POLICIES);
        LabelRules.labels(spec.field("nodeSelector"));
        SecurityRules.pod(spec.field("securityContext"), spec);
        AffinityRules.affinity(spec.field("affinity"));
        DnsRules.config(spec.field("dnsConfig"), spec.text("dnsPolicy"));
        readinessGates(spec.field("readinessGates"));
        SchedulingRules.gates(spec.field("schedulingGates"));
        SchedulingRules.spread(spec.field("topologySpreadConstraints"));
        if (!hostUsers) {
            noHostNamespaces(spec);
        }
        names(spec);
        SchedulingRules.tolerations(spec.field("tolerations"));
        DnsRules.hostAliases(spec.field("hostAliases"));
        overhead(spec.field("overhead"));
        if (spec.has("os")) {
            Numbers.requireOneOf(spec.field("os").field("name"), SYSTEMS);
        }
    }

    private static void names(Cursor spec) {
        ifPresent(spec.field("serviceAccountName"), Formats.DNS_SUBDOMAIN);
        ifPresent(spec.field("nodeName"), Formats.DNS_SUBDOMAIN);
        Cursor deadline = spec.field("activeDeadlineSeconds");
        if (deadline.present()) {
            Numbers.inRange(deadline, 1, Integer.MAX_VALUE);
        }
        ifPresent(spec.field("hostname"), Formats.DNS_LABEL);
        ifPresent(spec.field("subdomain"), Formats.DNS_LABEL);
        ifPresent(spec.field("priorityClassName"), Formats.DNS_SUBDOMAIN);
        ifPresent(spec.field("runtimeClassName"), Formats.DNS_SUBDOMAIN);
        if (spec.has("preemptionPolicy")) {
            Numbers.requireOneOf(spec.field("preemptionPolicy"), PREEMPTION_POLICIES);
        }
    }

    private static void ifPresent(Cursor at, TextRule rule) {
        if (!at.text().isEmpty()) {
            rule.check(at);
        }
    }

    private static Set<String> claims(Cursor claims) {
        if (claims.isEmpty()) {
            return Set.of();
        }
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < claims.size(); i++) {
            Cursor name = claims.element(i).field("name");
            Formats.DNS_LABEL.require(name);
            if (!names.add(name.text())) {
                name.duplicate();
            }
        }
        return names;
    }

    private static void hostNetwork(Cursor spec, boolean isPod) {
        if (!spec.flag("hostNetwork")) {
            return;
        }
        Cursor containers = spec.field("containers");
        for (int i = 0; i < containers.size(); i++) {
            Cursor ports = containers.element(i).field("ports");
            for (int j = 0; j < ports.size(); j++) {
                Cursor port = ports.element(j);
                long host = port.number("hostPort");
                if ((isPod || host != 0) && host != port.number("containerPort")) {
                    port.field("hostPort").invalid(host, "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }

    private static void readinessGates(Cursor gates) {
        for (int i = 0; i < gates.size(); i++) {
            Formats.QUALIFIED_NAME.check(gates.element(i).field("conditionType"));
        }
    }

    private static void noHostNamespaces(Cursor spec) {
        for (String namespace : List.of("hostNetwork", "hostPID", "hostIPC")) {
            if (spec.flag(namespace)) {
                spec.field(namespace).forbidden("when `hostUsers` is false");
            }
        }
    }

    private static void overhead(Cursor overhead) {
        for (Map.Entry<String, JsonNode> amount : overhead.entries()) {
            ResourceRules.quantity(overhead.key(amount.getKey(), amount.getValue()), amount.getKey());
        }
    }
}
