package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A pod.
public final class Pod extends ApiObject {
    public static final Kind<Pod> KIND = Kind.namespaced("v1", "Pod", "pods", Pod::new);

    /// The waiting reasons of a container that will not start without intervention.
    private static final Set<String> STUCK = Set.of(
            "CrashLoopBackOff",
            "ImagePullBackOff",
            "ErrImagePull",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    private final String phase;
    private final boolean ready;
    private final @Nullable Instant readySince;
    private final boolean stuck;
    private final int restarts;
    private final String nodeName;
    private final String hostname;
    private final String subdomain;
    private final List<String> addresses;
    private final List<ClaimVolume> claims;
    private final Requests requests;
    private final List<String> hostPorts;
    private final int priority;
    private final String scheduler;
    private final boolean gated;
    private final boolean antiAffinity;
    private final List<NamedPort> namedPorts;

    /// A volume from a claim.
    public record ClaimVolume(String volume, String claim) {}

    /// A named container port, which Services can refer to.
    public record NamedPort(String name, String protocol, int number) {}

    private Pod(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        JsonNode status = tree.path("status");
        phase = Texts.shared(status.path("phase"));
        JsonNode condition = Conditions.find(status, "Ready");
        ready = condition.path("status").asString("").equals("True");
        readySince = Texts.time(condition.path("lastTransitionTime")).orElse(null);
        restarts = restarts(status);
        stuck = isStuck(status);
        nodeName = Texts.shared(spec.path("nodeName"));
        hostname = spec.path("hostname").asString("");
        subdomain = Texts.shared(spec.path("subdomain"));
        addresses = addresses(status);
        claims = claims(spec.path("volumes"));
        requests = Requests.ofPod(spec);
        hostPorts = hostPorts(spec);
        priority = spec.path("priority").asInt(0);
        scheduler = Texts.shared(spec.path("schedulerName"));
        gated = !spec.path("schedulingGates").isEmpty();
        antiAffinity = !spec.path("affinity")
                .path("podAntiAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution")
                .isEmpty();
        namedPorts = namedPorts(spec);
    }

    private static int restarts(JsonNode status) {
        int restarts = 0;
        for (JsonNode container : status.path("containerStatuses")) {
            restarts += container.path("restartCount").asInt(0);
        }
        return restarts;
    }

    private static boolean isStuck(JsonNode status) {
        for (String list : List.of("initContainerStatuses", "containerStatuses")) {
            for (JsonNode container : status.path(list)) {
                String reason =
                        container.path("state").path("waiting").path("reason").asString("");
                if (STUCK.contains(reason)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> addresses(JsonNode status) {
        List<String> addresses = new ArrayList<>();
        status.path("podIPs").forEach(entry -> addresses.add(entry.path("ip").asString("")));
        if (addresses.isEmpty() && status.hasNonNull("podIP")) {
            addresses.add(status.path("podIP").asString(""));
        }
        return List.copyOf(addresses);
    }

    private static List<ClaimVolume> claims(JsonNode volumes) {
        List<ClaimVolume> claims = new ArrayList<>();
        for (JsonNode volume : volumes) {
            JsonNode claim = volume.path("persistentVolumeClaim").path("claimName");
            if (claim.isString()) {
                claims.add(new ClaimVolume(Texts.shared(volume.path("name")), claim.asString()));
            }
        }
        return List.copyOf(claims);
    }

    private static List<String> hostPorts(JsonNode spec) {
        List<String> ports = List.of();
        for (JsonNode container : spec.path("containers")) {
            for (JsonNode port : container.path("ports")) {
                int number = port.path("hostPort").asInt(0);
                if (number > 0) {
                    ports = ports.isEmpty() ? new ArrayList<>() : ports;
                    ports.add(port.path("protocol").asString("TCP") + '/' + number);
                }
            }
        }
        return List.copyOf(ports);
    }

    private static List<NamedPort> namedPorts(JsonNode spec) {
        List<NamedPort> ports = new ArrayList<>(0);
        spec.path("containers").forEach(container -> addNamedPorts(container, ports));
        for (JsonNode container : spec.path("initContainers")) {
            // A restartable init container runs beside the others.
            if (container.path("restartPolicy").asString("").equals("Always")) {
                addNamedPorts(container, ports);
            }
        }
        return List.copyOf(ports);
    }

    private static void addNamedPorts(JsonNode container, List<NamedPort> ports) {
        for (JsonNode port : container.path("ports")) {
            if (port.hasNonNull("name")) {
                ports.add(new NamedPort(
                        Texts.shared(port.path("name")),
                        Texts.shared(port.path("protocol").asString("TCP")),
                        port.path("containerPort").asInt(0)));
            }
        }
    }

    /// Empty before the kubelet has set it.
    public String phase() {
        return phase;
    }

    public boolean isPending() {
        return phase.equals("Pending");
    }

    /// Whether it has succeeded or failed.
    public boolean isOver() {
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    /// Whether it runs and says that it is ready.
    public boolean isReady() {
        return ready && phase.equals("Running");
    }

    /// The last transition of its Ready condition.
    public Optional<Instant> readySince() {
        return Optional.ofNullable(readySince);
    }

    /// When a ready pod becomes available; never, when the transition time is unknown.
    public Optional<Instant> availableAt(int minReadySeconds) {
        if (!ready) {
            return Optional.empty();
        }
        return minReadySeconds == 0
                ? Optional.of(Instant.MIN)
                : readySince().map(since -> since.plus(Duration.ofSeconds(minReadySeconds)));
    }

    /// Whether it has been ready for long enough.
    public boolean isAvailable(int minReadySeconds, Instant now) {
        return availableAt(minReadySeconds).filter(at -> !at.isAfter(now)).isPresent();
    }

    /// Whether one of its containers will not start without intervention.
    public boolean isStuck() {
        return stuck;
    }

    public int restarts() {
        return restarts;
    }

    /// Empty while it is unscheduled.
    public String nodeName() {
        return nodeName;
    }

    public String hostname() {
        return hostname;
    }

    public String subdomain() {
        return subdomain;
    }

    public List<String> addresses() {
        return addresses;
    }

    public List<ClaimVolume> claims() {
        return claims;
    }

    /// The resources it requests.
    public Requests requests() {
        return requests;
    }

    /// The host ports it uses, such as `TCP/8080`.
    public List<String> hostPorts() {
        return hostPorts;
    }

    public int priority() {
        return priority;
    }

    /// The scheduler that it names; empty for the default one.
    public String scheduler() {
        return scheduler;
    }

    /// Whether it has scheduling gates.
    public boolean isGated() {
        return gated;
    }

    /// Whether it has a required pod anti-affinity.
    public boolean hasAntiAffinity() {
        return antiAffinity;
    }

    /// The named ports, in the order of the containers.
    public List<NamedPort> namedPorts() {
        return namedPorts;
    }
}
