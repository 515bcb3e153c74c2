package dev.archipelago.federation.bind;

import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.membership.Members;
import java.util.ArrayList;
import java.util.List;

/// What a binding that is being deleted still waits for.
public final class Departure {
    private Departure() {}

    /// The clusters that may still have something of it. A cluster that has left the federation is not waited for, nor
    /// one that somebody has given up in so many words.
    public static List<String> waitsFor(Binding binding, Cache<Cluster> clusters, Members members) {
        List<String> abandoned = List.of(
                binding.meta().annotations().getOrDefault(Names.ABANDONED, "").split("[, ]+", -1));
        List<String> waiting = new ArrayList<>();
        for (Cluster cluster : clusters.all()) {
            boolean clear = members.find(cluster.name())
                    .map(member -> member.isClear(binding.key(), binding.uid()))
                    .orElse(false);
            boolean concerned = binding.target(cluster.name()).isPresent();
            if (concerned && !clear && !abandoned.contains(cluster.name())) {
                waiting.add(cluster.name());
            }
        }
        return List.copyOf(waiting);
    }
}
