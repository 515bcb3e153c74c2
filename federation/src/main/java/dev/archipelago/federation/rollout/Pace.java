package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Wait;
import java.util.List;
import java.util.Optional;

/// How fast a workload may grow and shrink over clusters.
///
/// Replica counts change at once, unless one-at-a-time scaling is set: then each step, up or down, waits until the last
/// one is done and all replicas are ready. How new pods reach clusters is decided by [RolloutPlanner].
///
/// @param ordered whether the first replicas of a cluster wait for those of the clusters before it
/// @param oneAtATime whether at most one replica is added or removed at a time
public record Pace(boolean ordered, boolean oneAtATime) {
    public static final Pace USUAL = new Pace(false, false);

    /// What one cluster may do now.
    ///
    /// @param exists whether the workload may exist there
    /// @param waitsFor why it may not do everything; [Wait#NONE] when it may
    public record Permission(boolean exists, int replicas, Wait waitsFor) {
        Permission withWait(Wait wait) {
            return new Permission(exists, replicas, wait);
        }
    }

    /// What a cluster may do now.
    ///
    /// @param all in the order in which they change
    public Permission permit(List<Standing> all, Standing one) {
        Optional<Wait> blocked = !one.exists() && ordered ? unready(all, one) : Optional.empty();
        if (blocked.isPresent()) {
            return new Permission(false, 0, blocked.get());
        }
        Step step = step(all, one);
        return new Permission(true, step.replicas, step.waitsFor);
    }

    private record Step(int replicas, Wait waitsFor) {}

    private static Optional<Wait> unready(List<Standing> all, Standing one) {
        for (Standing other : before(all, one)) {
            if (other.wanted() > 0 && !(other.reachable() && other.exists() && other.ready() >= other.wanted())) {
                return Optional.of(other.waitFor());
            }
        }
        return Optional.empty();
    }

    private Step step(List<Standing> all, Standing one) {
        if (!oneAtATime || one.replicas() == one.wanted()) {
            return new Step(one.wanted(), Wait.NONE);
        }
        for (Standing other : all) {
            boolean starts = !other.exists() && other.reachable();
            if (!starts && (!other.isHealthy() || other.isShrinking())) {
                return new Step(one.replicas(), other.waitFor());
            }
        }
        Standing next = next(all, one);
        if (!next.cluster().equals(one.cluster())) {
            return new Step(
                    one.replicas(),
                    progressing(
                            next,
                            next.cluster() + " goes from " + next.replicas() + " to " + next.wanted() + " first"));
        }
        int replicas = one.replicas() + Integer.signum(Integer.compare(one.wanted(), one.replicas()));
        return new Step(
                replicas,
                replicas == one.wanted()
                        ? Wait.NONE
                        : progressing(one, one.cluster() + " changes by one replica at a time"));
    }

    /// The cluster whose turn it is. Missing replicas are added first, in the order of the clusters, so that there
    /// are never fewer than wanted. Then surplus ones are removed, from the highest ordinal on; with local ordinals
    /// that is the cluster with the most replicas, and among equal ones the last.
    ///
    /// @param one a cluster with something to do
    private static Standing next(List<Standing> all, Standing one) {
        Standing next = one;
        for (Standing other : all) {
            if (other.replicas() < other.wanted()) {
                return other;
            }
            boolean isHigher = other.end() >= next.end();
            if (other.replicas() > other.wanted() && isHigher) {
                next = other;
            }
        }
        return next;
    }

    private static Wait progressing(Standing other, String message) {
        return new Wait(Wait.CLUSTER_PROGRESSING, other.cluster(), message);
    }

    private static List<Standing> before(List<Standing> all, Standing one) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).cluster().equals(one.cluster())) {
                return all.subList(0, i);
            }
        }
        throw new IllegalArgumentException(one.cluster() + " is not among the clusters");
    }
}
