package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// How fast a workload may change over clusters.
///
/// New pods go to one cluster after the other, in order: a cluster gets them when all before it have them and all
/// others are healthy, so that a version that does not start stops in the first. An unhealthy cluster has nothing to
/// lose and goes before the healthy ones, which wait for it. So a version can be rolled back wherever it failed, and
/// while another cluster is unreachable. Replica counts change at once, unless one-at-a-time scaling is set: then each
/// step, up or down, waits until the last one is done and all replicas are ready.
///
/// @param ordered whether the first replicas of a cluster wait for those of the clusters before it
/// @param oneAtATime whether at most one replica is added or removed at a time
public record Pace(boolean ordered, boolean oneAtATime) {
    public static final Pace USUAL = new Pace(false, false);

    /// What one cluster may do now.
    ///
    /// @param exists whether the workload may exist there
    /// @param template whether it may get the newest pod template
    /// @param waitsFor why it may not do everything; [Wait#NONE] when it may
    public record Permission(boolean exists, boolean template, int replicas, Wait waitsFor) {}

    /// What a cluster may do now.
    ///
    /// @param all in the order in which they change
    public Permission permit(List<Standing> all, Standing one) {
        return permit(all, one, List.of());
    }

    /// The same when an update of the pods need not wait for some unreachable clusters. Replica counts wait for
    /// them all the same: all replicas of an unreachable cluster count as down.
    ///
    /// @param passed the names of those clusters
    public Permission permit(List<Standing> all, Standing one, Collection<String> passed) {
        if (!one.exists()) {
            Optional<Wait> blocked = ordered ? unready(all, one) : Optional.empty();
            if (blocked.isPresent()) {
                return new Permission(false, false, 0, blocked.get());
            }
        }
        List<Standing> asked = all.stream()
                .filter(other -> other.reachable() || !passed.contains(other.cluster()))
                .toList();
        Optional<Wait> templateWaits = one.exists() && !one.current() ? templateWaits(asked, one) : Optional.empty();
        Step step = step(all, one);
        return new Permission(true, templateWaits.isEmpty(), step.replicas, templateWaits.orElse(step.waitsFor));
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

    private static Optional<Wait> templateWaits(List<Standing> all, Standing one) {
        boolean hasNothingToLose = !one.isHealthy();
        for (Standing earlier : before(all, one)) {
            boolean goesFirst = !hasNothingToLose || earlier.isUnhealthy();
            if (earlier.exists() && !earlier.current() && goesFirst) {
                return Optional.of(
                        earlier.reachable()
                                ? progressing(earlier, earlier.cluster() + " gets the new pods first")
                                : unreachable(earlier));
            }
        }
        for (Standing other : all) {
            boolean isWaitedFor = hasNothingToLose ? other.isUnhealthy() && other.current() : !other.isHealthy();
            if (isWaitedFor && !other.cluster().equals(one.cluster())) {
                return Optional.of(other.reachable() ? other.waitFor() : unreachable(other));
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

    /// The wait for an unreachable cluster, with the way to skip it.
    private static Wait unreachable(Standing other) {
        return new Wait(
                Wait.CLUSTER_UNREACHABLE,
                other.cluster(),
                "the new pods wait: " + other.reason() + "; annotate with " + Names.ROLLOUT_SKIP + '=' + other.cluster()
                        + " to let them pass it");
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
