package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.membership.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the deletion of a binding waits for.
public final class BindingDeletion {
    private BindingDeletion() {}

    /// The clusters that may still have the object. Clusters that left the federation and clusters that a user
    /// abandoned are not waited for.
    public static List<String> waitsFor(Binding binding, Cache<Cluster> clusters, Members members) {
        List<String> waiting = new ArrayList<>();
        for (Cluster cluster : clusters.all()) {
            boolean clear = members.find(cluster.name())
                    .map(member -> member.isClear(binding.key(), binding.uid()))
                    .orElse(false);
            boolean concerned = binding.target(cluster.name()).isPresent()
                    || binding.departing().contains(cluster.name());
            if (concerned && !clear && !isAbandoned(binding, cluster.name())) {
                waiting.add(cluster.name());
            }
        }
        return List.copyOf(waiting);
    }

    /// Whether a user has abandoned the object in a cluster.
    static boolean isAbandoned(Binding binding, String cluster) {
        return ClusterName.list(binding.meta().annotations().getOrDefault(Names.ABANDONED, ""))
                .contains(cluster);
    }

    /// The message about replicas in a cluster that has left the federation.
    public static String left(String cluster, int replicas) {
        return "cluster " + cluster + " has left the federation; "
                + (replicas == 1 ? "1 replica stays there and is" : replicas + " replicas stay there and are")
                + " not moved";
    }

    /// The departing clusters of a binding that are not yet known to be without the object.
    static List<String> departing(Binding binding, Optional<Kind<?>> kind, Cache<Cluster> clusters, Members members) {
        return binding.departing().stream()
                .filter(name -> clusters.get(Key.global(name)).isPresent())
                .filter(name -> !hasNothing(name, binding, kind, clusters, members))
                .toList();
    }

    /// The released clusters of a binding that are not yet known to be without replicas.
    static List<String> released(Binding binding, Optional<Kind<?>> kind, Cache<Cluster> clusters, Members members) {
        return binding.released().stream()
                .filter(name -> !hasNothing(name, binding, kind, clusters, members))
                .toList();
    }

    private static boolean hasNothing(
            String cluster, Binding binding, Optional<Kind<?>> kind, Cache<Cluster> clusters, Members members) {
        return clusters.get(Key.global(cluster)).filter(Cluster::isReady).isPresent()
                && kind.flatMap(one ->
                                members.find(cluster).flatMap(view -> view.allMadeOf(one, binding.templateUid())))
                        .filter(List::isEmpty)
                        .isPresent();
    }
}
