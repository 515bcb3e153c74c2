package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A node.
public final class Node extends ApiObject {
    public static final Kind<Node> KIND = Kind.global("v1", "Node", "nodes", Node::new);
    public static final String HOSTNAME = "kubernetes.io/hostname";
    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String REGION = "topology.kubernetes.io/region";

    private final List<String> addresses;
    private final String readiness;
    private final Optional<Instant> heartbeat;
    private final boolean unschedulable;
    private final List<Taint> taints;
    private final String podRange;
    private final Requests allocatable;
    private final int podsMax;

    /// A taint.
    ///
    /// @param value empty for none
    /// @param added when it was added, for NoExecute
    public record Taint(String key, String value, String effect, Optional<Instant> added) {

        /// Whether running pods must leave.
        public boolean evicts() {
            return effect.equals("NoExecute");
        }

        /// Whether new pods must not come.
        public boolean repels() {
            return effect.equals("NoSchedule") || effect.equals("NoExecute");
        }
    }

    private Node(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        JsonNode status = tree.path("status");
        addresses = addresses(status);
        JsonNode condition = Conditions.find(status, "Ready");
        readiness = Texts.shared(condition.path("status"));
        heartbeat = Texts.time(condition.path("lastHeartbeatTime"));
        unschedulable = spec.path("unschedulable").asBoolean(false);
        taints = taints(spec);
        podRange = spec.path("podCIDR").asString("");
        JsonNode amounts = status.path("allocatable");
        allocatable = Requests.read(amounts);
        podsMax = (int) Math.min(Integer.MAX_VALUE, Requests.whole(amounts.path("pods")));
    }

    private static List<String> addresses(JsonNode status) {
        List<String> addresses = new ArrayList<>();
        status.path("addresses")
                .forEach(address -> addresses.add(address.path("address").asString("")));
        return List.copyOf(addresses);
    }

    private static List<Taint> taints(JsonNode spec) {
        List<Taint> taints = new ArrayList<>();
        spec.path("taints")
                .forEach(taint -> taints.add(new Taint(
                        Texts.shared(taint.path("key")),
                        Texts.shared(taint.path("value")),
                        Texts.shared(taint.path("effect")),
                        Texts.time(taint.path("timeAdded")))));
        return List.copyOf(taints);
    }

    /// Empty for none.
    public String zone() {
        return labels().getOrDefault(ZONE, "");
    }

    public List<String> addresses() {
        return addresses;
    }

    /// The address of pods with host network; empty while unknown.
    public String address() {
        return addresses.isEmpty() ? "" : addresses.getFirst();
    }

    public boolean isReady() {
        return readiness.equals("True");
    }

    /// True, False or Unknown; empty while unset.
    public String readiness() {
        return readiness;
    }

    /// When its kubelet last reported.
    public Optional<Instant> heartbeat() {
        return heartbeat;
    }

    public boolean isUnschedulable() {
        return unschedulable;
    }

    public List<Taint> taints() {
        return taints;
    }

    public boolean hasTaint(String key) {
        for (Taint taint : taints) {
            if (taint.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    /// The address range of its pods, such as `10.244.1.0/24`; empty for none.
    public String podRange() {
        return podRange;
    }

    /// The resources for pods.
    public Requests allocatable() {
        return allocatable;
    }

    public int podsMax() {
        return podsMax;
    }
}
