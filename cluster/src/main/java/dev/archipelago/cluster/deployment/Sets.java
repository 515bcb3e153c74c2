package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ReplicaSets of a deployment.
///
/// @param latest the one with the deployment's template, if there is one
/// @param old all others, oldest first
record Sets(Deployment deployment, @Nullable ReplicaSet latest, List<ReplicaSet> old) {
    static final Comparator<ReplicaSet> BY_AGE =
            Comparator.comparing((ReplicaSet set) -> set.meta().created()).thenComparing(ReplicaSet::name);

    static Sets of(Deployment deployment, List<ReplicaSet> own) {
        ReplicaSet latest = null;
        List<ReplicaSet> old = new ArrayList<>();
        for (ReplicaSet set : own.stream().sorted(BY_AGE).toList()) {
            if (latest == null && Templates.same(deployment.template(), set.template())) {
                latest = set;
            } else {
                old.add(set);
            }
        }
        return new Sets(deployment, latest, List.copyOf(old));
    }

    List<ReplicaSet> all() {
        List<ReplicaSet> all = new ArrayList<>(old);
        if (latest != null) {
            all.add(latest);
        }
        return all;
    }

    /// The sets with replicas.
    List<ReplicaSet> active() {
        List<ReplicaSet> active = all();
        active.removeIf(set -> set.replicas() <= 0);
        return active;
    }

    /// The replicas of all sets.
    int size() {
        return all().stream().mapToInt(ReplicaSet::replicas).sum();
    }

    /// The sum of a count in the statuses of all sets.
    int counted(String field) {
        return all().stream().mapToInt(set -> set.counted(field)).sum();
    }

    /// The available pods of a set that will stay: those beyond its size are about to be deleted.
    static int available(ReplicaSet set) {
        return Math.min(set.replicas(), set.counted("availableReplicas"));
    }

    int available() {
        return all().stream().mapToInt(Sets::available).sum();
    }

    /// The revision number of the latest set: one more than any other.
    long revision() {
        return old.stream().mapToLong(DeploymentAnnotations::revision).max().orElse(0) + 1;
    }
}
