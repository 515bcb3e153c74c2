package dev.archipelago.cluster.node;

import dev.archipelago.api.cluster.KubernetesVersion;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The Node objects, statuses and Leases of a fleet. A heartbeat is one small write per node every ten seconds,
/// however many pods it runs.
final class Registration {
    private static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final int LEASE_SECONDS = 40;
    /// How often an unchanged status is reported again, as in Kubernetes.
    private static final Duration REPEAT = Duration.ofMinutes(5);
    /// Nodes whose times are closer than this write together, which is cheaper than one by one.
    private static final Duration SPREAD_STEP = Duration.ofMillis(200);
    /// How many pod ranges are tried when other nodes use them already.
    private static final int RANGE_TRIES_MAX = 64;

    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final Fleet fleet;
    private final String runtimeVersion;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final AddressRange podNetwork;
    private final AddressRange hostNetwork;
    private final int rangePrefix;

    Registration(Fleet fleet, String runtimeVersion) {
        this.fleet = fleet;
        this.runtimeVersion = runtimeVersion;
        this.podNetwork = AddressRange.parse(fleet.pods());
        this.hostNetwork = AddressRange.parse(fleet.hosts());
        int podsMax = 1;
        for (Fleet.Machine machine : fleet.machines()) {
            indexes.put(machine.name(), indexes.size());
            podsMax = Math.max(podsMax, machine.pods());
        }
        // Room for the network, gateway and broadcast addresses, too.
        this.rangePrefix = Integer.numberOfLeadingZeros(podsMax + 2);
        if (podNetwork.parts(rangePrefix) < indexes.size() || hostNetwork.size() - 3 < indexes.size()) {
            throw new IllegalArgumentException(
                    "no room for " + indexes.size() + " nodes of " + podsMax + " pods in " + podNetwork);
        }
    }

    boolean isOurs(String node) {
        return indexes.containsKey(node);
    }

    /// A new Node object.
    ObjectNode node(String name, Collection<Node> others) {
        Fleet.Machine machine = fleet.machines().get(indexOf(name));
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode metadata = node.putObject("metadata").put("name", name);
        ObjectNode labels = metadata.putObject("labels")
                .put(Node.HOSTNAME, name)
                .put("kubernetes.io/os", "linux")
                .put("kubernetes.io/arch", "amd64");
        if (!machine.zone().isEmpty()) {
            labels.put(Node.ZONE, machine.zone());
        }
        if (!fleet.region().isEmpty()) {
            labels.put(Node.REGION, fleet.region());
        }
        String range = freeRange(indexOf(name), others).toString();
        ObjectNode spec = node.putObject("spec").put("podCIDR", range);
        spec.putArray("podCIDRs").add(range);
        spec.put("providerID", "archipelago://" + machine.zone() + '/' + name);
        return node;
    }

    private int indexOf(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            throw new IllegalArgumentException("not a node of this process: " + name);
        }
        return index;
    }

    /// A pod range that no other node uses. Each node of the fleet tries different ranges, so that several can
    /// choose at the same time.
    private AddressRange freeRange(int nodeIndex, Collection<Node> others) {
        int count = podNetwork.parts(rangePrefix);
        for (int i = 0; i < RANGE_TRIES_MAX; i++) {
            int index = nodeIndex + i * indexes.size();
            if (index >= count) {
                break;
            }
            AddressRange range = podNetwork.part(rangePrefix, index);
            if (others.stream().noneMatch(other -> isUsing(other, range))) {
                return range;
            }
        }
        throw new IllegalStateException("no free range of addresses in " + podNetwork + " for another node");
    }

    private static boolean isUsing(Node node, AddressRange range) {
        return !node.podRange().isEmpty()
                && node.podRange().indexOf(':') < 0
                && AddressRange.parse(node.podRange()).overlaps(range);
    }

    /// Plans the heartbeat of a node: its status and its Lease.
    Plan heartbeat(Node node, @Nullable Lease lease, Instant now) {
        Plan.Builder plan = Plan.builder();
        Instant reported = node.heartbeat().orElse(Instant.EPOCH);
        if (!node.isReady()
                || node.podsMax() == 0
                || !next(node, reported, REPEAT).isAfter(now)) {
            plan.updateStatus(Node.KIND, withStatus(node, now));
            reported = now;
        }
        Instant renewed = lease == null ? Instant.EPOCH : lease.renewed().orElse(Instant.EPOCH);
        if (lease == null) {
            plan.create(Lease.KIND, newLease(node, now));
            renewed = now;
        } else if (!next(node, renewed, RENEWAL).isAfter(now)) {
            plan.update(Lease.KIND, renewed(lease, node, now));
            renewed = now;
        }
        return plan.lookAgain(next(node, renewed, RENEWAL))
                .lookAgain(next(node, reported, REPEAT))
                .build();
    }

    /// When a node repeats something periodic. The times of the nodes are spread over the period: otherwise
    /// hundreds of nodes that started together would always write at the same moment, and delay everything else.
    private Instant next(Node node, Instant last, Duration every) {
        long offset = every.toMillis() * indexOf(node.name()) / fleet.machines().size();
        offset -= offset % SPREAD_STEP.toMillis();
        return last.plusMillis(every.toMillis() - Math.floorMod(last.toEpochMilli() - offset, every.toMillis()));
    }

    private static ObjectNode newLease(Node node, Instant now) {
        ObjectNode lease =
                Json.object().put("apiVersion", Lease.KIND.apiVersion()).put("kind", Lease.KIND.name());
        ObjectNode metadata =
                lease.putObject("metadata").put("name", node.name()).put("namespace", Lease.NODES);
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node.name())
                .put("uid", node.uid());
        lease.putObject("spec")
                .put("holderIdentity", node.name())
                .put("leaseDurationSeconds", LEASE_SECONDS)
                .put("renewTime", microTime(now));
        return lease;
    }

    private static ObjectNode renewed(Lease lease, Node node, Instant now) {
        ObjectNode tree = lease.tree();
        tree.withObjectProperty("spec").put("holderIdentity", node.name()).put("renewTime", microTime(now));
        return tree;
    }

    /// The format of MicroTime: always six digits after the point.
    static String microTime(Instant time) {
        return MICRO_TIME.format(time);
    }

    private ObjectNode withStatus(Node node, Instant now) {
        Fleet.Machine machine = fleet.machines().get(indexOf(node.name()));
        ObjectNode tree = node.tree();
        ObjectNode status = tree.withObjectProperty("status");
        for (String amounts : new String[] {"capacity", "allocatable"}) {
            status.withObjectProperty(amounts)
                    .put("cpu", machine.cpu())
                    .put("memory", machine.memory())
                    .put("pods", Integer.toString(machine.pods()));
        }
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", hostNetwork.address(2 + indexOf(node.name())));
        addresses.addObject().put("type", "Hostname").put("address", node.name());
        condition(status, "MemoryPressure", "False", "KubeletHasSufficientMemory", "sufficient memory available", now);
        condition(status, "DiskPressure", "False", "KubeletHasNoDiskPressure", "no disk pressure", now);
        condition(status, "PIDPressure", "False", "KubeletHasSufficientPID", "sufficient PID available", now);
        condition(status, "Ready", "True", "KubeletReady", "posting ready status", now);
        status.putObject("nodeInfo")
                .put("architecture", "amd64")
                .put("bootID", node.uid())
                .put("containerRuntimeVersion", runtimeVersion)
                .put("kernelVersion", "0")
                .put("kubeProxyVersion", KubernetesVersion.GIT_VERSION)
                .put("kubeletVersion", KubernetesVersion.GIT_VERSION)
                .put("machineID", node.uid())
                .put("operatingSystem", "linux")
                .put("osImage", "Archipelago")
                .put("systemUUID", node.uid());
        return tree;
    }

    private static void condition(
            ObjectNode status, String type, String value, String reason, String message, Instant now) {
        ObjectNode condition = null;
        for (JsonNode known : status.withArrayProperty("conditions")) {
            if (known.path("type").asString("").equals(type)) {
                condition = (ObjectNode) known;
            }
        }
        if (condition == null) {
            condition = status.withArrayProperty("conditions").addObject().put("type", type);
        }
        if (!condition.path("status").asString("").equals(value)) {
            condition.put("lastTransitionTime", Meta.time(now));
        }
        condition
                .put("status", value)
                .put("lastHeartbeatTime", Meta.time(now))
                .put("reason", reason)
                .put("message", "kubelet " + (type.equals("Ready") ? "is " : "has ") + message);
    }
}
