package dev.archipelago.cluster.scheduler;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Requests;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A node and the sums over its pods.
final class NodeState {
    /// The assumed requests of a pod without any, so that such pods spread out, too.
    private static final Requests MODEST = new Requests(100, 200L << 20);

    private final String name;
    private @Nullable Node node;
    private final Map<String, Integer> ports = new HashMap<>();
    private int pods;
    private long cpuMillis;
    private long memoryBytes;
    private long likelyCpuMillis;
    private long likelyMemoryBytes;

    NodeState(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /// Null while only pods of the node are known.
    @Nullable
    Node node() {
        return node;
    }

    void become(@Nullable Node now) {
        node = now;
    }

    /// @param sign 1 for an added pod, -1 for a removed one
    void count(Pod pod, int sign) {
        Requests requests = pod.requests();
        Requests likely = likely(requests);
        pods += sign;
        cpuMillis += sign * requests.cpuMillis();
        memoryBytes += sign * requests.memoryBytes();
        likelyCpuMillis += sign * likely.cpuMillis();
        likelyMemoryBytes += sign * likely.memoryBytes();
        for (String port : pod.hostPorts()) {
            ports.merge(port, sign, Integer::sum);
            ports.remove(port, 0);
        }
    }

    static Requests likely(Requests requests) {
        if (requests.cpuMillis() > 0 && requests.memoryBytes() > 0) {
            return requests;
        }
        return new Requests(
                requests.cpuMillis() > 0 ? requests.cpuMillis() : MODEST.cpuMillis(),
                requests.memoryBytes() > 0 ? requests.memoryBytes() : MODEST.memoryBytes());
    }

    boolean isEmpty() {
        return pods == 0;
    }

    int pods() {
        return pods;
    }

    long cpuMillis() {
        return cpuMillis;
    }

    long memoryBytes() {
        return memoryBytes;
    }

    long likelyCpuMillis() {
        return likelyCpuMillis;
    }

    long likelyMemoryBytes() {
        return likelyMemoryBytes;
    }

    boolean hasPort(String port) {
        return ports.containsKey(port);
    }
}
