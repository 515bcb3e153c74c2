package dev.archipelago.federation.schedule;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The replicas of a StatefulSet in clusters that have left the federation, where they go on running with their
/// volumes. They are counted, and not placed elsewhere, until somebody gives them up. Other kinds have no such state:
/// for them a cluster that is gone is no target. Pure.
public final class LeftClusters {
    private final Template template;
    private final Set<String> joined = new HashSet<>();
    private final List<Binding.Target> targets;
    private final List<String> noted;
    private final Collection<String> released;

    /// @param clusters all members
    /// @param binding the previous decision
    /// @param orphans the replicas of an earlier object of this name
    /// @param released the clusters whose replicas were given up and that are not known to have none
    LeftClusters(
            Template template,
            Collection<Cluster> clusters,
            @Nullable Binding binding,
            List<Binding.Target> orphans,
            Collection<String> released) {
        this.template = template;
        clusters.forEach(cluster -> joined.add(cluster.name()));
        this.targets = binding == null ? orphans : binding.targets();
        this.noted = binding == null ? List.of() : binding.left();
        this.released = List.copyOf(released);
    }

    /// The previous targets, without clusters that have left and whose replicas were given up. Global ordinals
    /// cannot be given up: they may still run there, and would run twice.
    List<Binding.Target> known() {
        return ReplicaIdentity.isGlobal(template)
                ? targets
                : targets.stream()
                        .filter(target -> isJoined(target.cluster()) || !released.contains(target.cluster()))
                        .toList();
    }

    boolean isJoined(String cluster) {
        return joined.contains(cluster);
    }

    /// The targets that have left and keep their replicas.
    List<Binding.Target> gone() {
        return template.workload().hasIdentities()
                ? known().stream().filter(target -> !isJoined(target.cluster())).toList()
                : List.of();
    }

    /// Whether a cluster keeps its replicas because it is leaving, or has joined again: then its labels may not
    /// be set yet.
    boolean keeps(Cluster cluster) {
        return template.workload().hasIdentities()
                && targets.stream().anyMatch(target -> target.cluster().equals(cluster.name()))
                && (cluster.isDeleting() || isBack(cluster.name()));
    }

    /// Whether a cluster has left with replicas and is a member again.
    boolean isBack(String cluster) {
        return noted.contains(cluster) && isJoined(cluster);
    }

    /// Whether a cluster may get nothing new because of replicas from an earlier membership.
    boolean isClosed(String cluster) {
        return released.contains(cluster)
                && targets.stream().noneMatch(target -> target.cluster().equals(cluster));
    }

    static String closedBecause(Template template, String cluster) {
        return "its replicas were given up when it left the federation and may still be there: delete "
                + template.kind().name() + ' ' + template.nameIn(cluster).name() + " in it";
    }
}
