package dev.archipelago.cluster.node;

import java.util.ArrayList;
import java.util.List;

/// The nodes that a process runs, and their networks.
///
/// @param pods the network of pod addresses; each node gets a range of it
/// @param hosts the network of node addresses
public record Fleet(List<Machine> machines, String region, String pods, String hosts) {
    public static final String PODS = "10.244.0.0/14";
    public static final String HOSTS = "172.20.0.0/16";

    public Fleet {
        machines = List.copyOf(machines);
    }

    /// One machine and its capacity.
    ///
    /// @param zone empty for none
    public record Machine(String name, String zone, String cpu, String memory, int pods) {}

    /// Equal machines `node-1`, `node-2`…, assigned to zones in turn.
    public static Fleet of(int count, List<String> zones) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String zone = zones.isEmpty() ? "" : zones.get(i % zones.size());
            machines.add(new Machine("node-" + (i + 1), zone, "32", "128Gi", 250));
        }
        return new Fleet(machines, "local", PODS, HOSTS);
    }

    /// The same machines in another region.
    public Fleet in(String otherRegion) {
        return new Fleet(machines, otherRegion, pods, hosts);
    }

    /// The same machines with another maximum of pods.
    public Fleet withPodsPerNode(int podsMax) {
        return new Fleet(
                machines.stream()
                        .map(machine -> new Machine(machine.name, machine.zone, machine.cpu, machine.memory, podsMax))
                        .toList(),
                region,
                pods,
                hosts);
    }
}
