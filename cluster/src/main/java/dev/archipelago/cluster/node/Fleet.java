package dev.archipelago.cluster.node;

import java.util.ArrayList;
import java.util.List;

/// The nodes that a process runs, and the networks they are in.
///
/// @param pods the network that each node gets a range of for its pods
/// @param hosts the network the nodes themselves are in
public record Fleet(List<Machine> machines, String region, String pods, String hosts) {
    public static final String PODS = "10.244.0.0/14";
    public static final String HOSTS = "172.20.0.0/16";

    public Fleet {
        machines = List.copyOf(machines);
    }

    /// One machine and what it has for pods.
    ///
    /// @param zone empty for none
    public record Machine(String name, String zone, String cpu, String memory, int pods) {}

    /// Equal machines `node-1`, `node-2`…, spread over zones in turn.
    public static Fleet of(int count, List<String> zones) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String zone = zones.isEmpty() ? "" : zones.get(i % zones.size());
            machines.add(new Machine("node-" + (i + 1), zone, "32", "128Gi", 250));
        }
        return new Fleet(machines, "local", PODS, HOSTS);
    }

    /// The same in another region.
    public Fleet in(String otherRegion) {
        return new Fleet(machines, otherRegion, pods, hosts);
    }

    /// The same with room for another number of pods on each machine.
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
