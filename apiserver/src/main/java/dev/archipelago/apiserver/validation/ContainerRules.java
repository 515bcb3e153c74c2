package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The containers of a pod: regular, init and ephemeral ones.
final class ContainerRules {
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
    private static final List<String> NOT_FOR_EPHEMERAL = List.of(
            "ports", "resources", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle", "resizePolicy");
    private static final List<String> NOT_FOR_INIT =
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");

    /// What the containers of a pod share.
    record Pod(Map<String, JsonNode> volumes, Set<String> claims, long graceSeconds, boolean hostUsers) {}

    private ContainerRules() {}

    static Set<String> regular(Cursor containers, Pod pod) {
        if (containers.isEmpty()) {
            containers.required();
        }
        Set<String> names = new HashSet<>();
        Set<String> hostPorts = new HashSet<>(0);
        for (int i = 0; i < containers.size(); i++) {
            Cursor container = containers.element(i);
            common(container, pod);
            if (!names.add(container.text("name"))) {
                container.field("name").duplicate();
            }
            ProbeRules.all(container, pod.graceSeconds);
            restartPolicy(container);
        }
        for (int i = 0; i < containers.size(); i++) {
            uniqueHostPorts(containers.element(i), hostPorts);
        }
        return names;
    }

    static void init(Cursor containers, Set<String> names, Pod pod) {
        for (int i = 0; i < containers.size(); i++) {
            Cursor container = containers.element(i);
            common(container, pod);
            restartPolicy(container);
            String name = container.text("name");
            if (!name.isEmpty() && !names.add(name)) {
                container.field("name").duplicate();
            }
            uniqueHostPorts(container, new HashSet<>(0));
            if (container.is("restartPolicy", "Always")) {
                ProbeRules.all(container, pod.graceSeconds);
                continue;
            }
            for (String field : NOT_FOR_INIT) {
                if (container.has(field)) {
                    container.field(field).forbidden("may not be set for init containers without restartPolicy=Always");
                }
            }
        }
    }

    static void ephemeral(Cursor containers, Set<String> names, Pod pod) {
        Set<String> all = new HashSet<>(names);
        for (int i = 0; i < containers.size(); i++) {
            Cursor container = containers.element(i);
            common(container, pod);
            if (!all.add(container.text("name"))) {
                container.field("name").duplicate();
            }
            String target = container.text("targetContainerName");
            if (!target.isEmpty() && !names.contains(target)) {
                container.field("targetContainerName").notFound();
            }
            for (String field : NOT_FOR_EPHEMERAL) {
                if (container.has(field) && !container.isEmpty(field)) {
                    container.field(field).forbidden("cannot be set for an Ephemeral Container");
                }
            }
        }
    }

    private static void common(Cursor container, Pod pod) {
        Formats.DNS_LABEL.require(container.field("name"));
        VolumeRules.requireText(container, "image");
        Numbers.requireOneOf(container.field("terminationMessagePolicy"), MESSAGE_POLICIES);
        ports(container.field("ports"));
        EnvironmentRules.variables(container.field("env"));
        EnvironmentRules.sources(container.field("envFrom"));
        MountRules.mounts(container, pod.volumes);
        MountRules.devices(container, pod.volumes);
        pullPolicy(container.field("imagePullPolicy"));
        ResourceRules.containerResources(container.field("resources"), pod.claims);
        SecurityRules.container(container.field("securityContext"), pod.hostUsers);
    }

    static void pullPolicy(Cursor policy) {
        Numbers.requireOneOf(policy, PULL_POLICIES);
    }

    private static void restartPolicy(Cursor container) {
        Cursor policy = container.field("restartPolicy");
        if (policy.present()) {
            Numbers.oneOf(policy, RESTART_POLICIES);
        } else if (!container.isEmpty("restartPolicyRules")) {
            policy.required("must specify restartPolicy when restart rules are used");
        }
    }

    private static void ports(Cursor ports) {
        Set<String> names = new HashSet<>(0);
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            String name = port.text("name");
            if (!name.isEmpty()) {
                if (!Formats.portName(name).isEmpty()) {
                    Formats.PORT_NAME.check(port.field("name"));
                } else if (!names.add(name)) {
                    port.field("name").duplicate();
                }
            }
            if (port.number("containerPort") == 0) {
                port.field("containerPort").required();
            } else {
                Numbers.port(port.field("containerPort"));
            }
            if (port.number("hostPort") != 0) {
                Numbers.port(port.field("hostPort"));
            }
            protocol(port.field("protocol"));
        }
    }

    static void protocol(Cursor protocol) {
        Numbers.requireOneOf(protocol, PROTOCOLS);
    }

    private static void uniqueHostPorts(Cursor container, Set<String> taken) {
        Cursor ports = container.field("ports");
        for (int i = 0; i < ports.size(); i++) {
            Cursor port = ports.element(i);
            if (port.number("hostPort") != 0) {
                String key = port.text("protocol") + "/" + port.text("hostIP") + "/" + port.number("hostPort");
                if (!taken.add(key)) {
                    port.field("hostPort").duplicate(key);
                }
            }
        }
    }

    /// What is asked of the containers of a pod, but not of a pod template.
    static void onlyForPod(Cursor containers) {
        for (int i = 0; i < containers.size(); i++) {
            Cursor image = containers.element(i).field("image");
            String text = image.text();
            if (!text.isEmpty() && text.strip().length() != text.length()) {
                image.invalid("must not have leading or trailing whitespace");
            }
        }
    }
}
