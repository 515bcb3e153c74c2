package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Scales the sets when the size of their deployment has changed, in proportion and without moving pods between them.
final class Scaling {
    private final Sets sets;
    private final Deployment deployment;

    Scaling(Sets sets) {
        this.sets = sets;
        this.deployment = sets.deployment();
    }

    /// Whether the deployment was scaled after its sets were.
    boolean isDue() {
        return sets.active().stream()
                .map(DeploymentAnnotations::desired)
                .anyMatch(desired -> desired.isPresent() && desired.get() != deployment.replicas());
    }

    List<Resize> resizes() {
        List<ReplicaSet> active = sets.active();
        if (active.size() <= 1) {
            return only(active)
                    .map(set -> List.of(new Resize(set, deployment.replicas())))
                    .orElse(List.of());
        }
        if (isSaturated()) {
            return active.stream()
                    .filter(set -> !set.equals(sets.latest()))
                    .map(set -> new Resize(set, 0))
                    .toList();
        }
        return deployment.isRecreated() ? List.of() : proportional(active);
    }

    private Optional<ReplicaSet> only(List<ReplicaSet> active) {
        if (!active.isEmpty()) {
            return Optional.of(active.getFirst());
        }
        ReplicaSet latest = sets.latest();
        if (latest != null) {
            return Optional.of(latest);
        }
        return sets.old().isEmpty() ? Optional.empty() : Optional.of(sets.old().getLast());
    }

    /// Whether the latest set has all pods.
    private boolean isSaturated() {
        ReplicaSet latest = sets.latest();
        return latest != null
                && latest.replicas() == deployment.replicas()
                && DeploymentAnnotations.desired(latest).orElse(-1L) == deployment.replicas()
                && Sets.available(latest) == deployment.replicas();
    }

    private List<Resize> proportional(List<ReplicaSet> active) {
        int allowed = deployment.replicas() > 0 ? deployment.replicas() + deployment.maxSurge() : 0;
        int toAdd = allowed - sets.size();
        Comparator<ReplicaSet> ties = toAdd > 0 ? Sets.BY_AGE.reversed() : Sets.BY_AGE;
        List<ReplicaSet> bySize = active.stream()
                .sorted(Comparator.comparingInt(ReplicaSet::replicas).reversed().thenComparing(ties))
                .toList();
        List<Resize> resizes = new ArrayList<>();
        int left = toAdd;
        for (ReplicaSet set : bySize) {
            int part = part(set, left);
            resizes.add(new Resize(set, set.replicas() + part));
            left -= part;
        }
        Resize largest = resizes.getFirst();
        resizes.set(0, new Resize(largest.set(), Math.max(0, largest.replicas() + left)));
        return resizes;
    }

    /// How much a set grows or, if negative, shrinks.
    ///
    /// @param left how much is left for it
    private int part(ReplicaSet set, int left) {
        int fraction = fraction(set);
        return left > 0 ? Math.clamp(fraction, 0, left) : Math.clamp(fraction, left, 0);
    }

    /// The proportional share: sets keep their share of the maximum, which was recorded when they were last scaled.
    private int fraction(ReplicaSet set) {
        if (deployment.replicas() == 0) {
            return -set.replicas();
        }
        long before =
                DeploymentAnnotations.max(set).filter(max -> max > 0).orElse((long) deployment.counted("replicas"));
        if (before == 0) {
            return 0;
        }
        double size = (double) set.replicas() * (deployment.replicas() + deployment.maxSurge()) / before;
        return (int) Math.round(size) - set.replicas();
    }
}
