package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// How fast a workload may change over clusters.
///
/// New pods go to one cluster after the other, in order: a cluster gets them when all before it have them and nobody
/// else is in trouble, so that a version that does not come up stops in the first. A cluster that is in trouble itself
/// has nothing to lose and goes before those that are well, which wait for it; so a version can be taken back wherever
/// it failed, and while another cluster is away. Numbers of replicas change at once, unless somebody asked for one
/// after the other: then each step, up or down, waits until the last one is done and all replicas are ready.
///
/// @param ordered whether the first replicas of a cluster wait for those of the clusters before it
/// @param oneAtATime whether there is never more than one replica that comes or goes
public record Pace(boolean ordered, boolean oneAtATime) {
    public static final Pace USUAL = new Pace(false, false);

    /// What one cluster may be told now.
    ///
    /// @param exists whether there may be a workload in it at all
    /// @param template whether it may get the newest pods
    /// @param waitsFor why it may not do all that it is to do; [Wait#NONE] when it may
    public record Permission(boolean exists, boolean template, int replicas, Wait waitsFor) {}

    /// What a cluster may be told now.
    ///
    /// @param all in the order in which they change
    public Permission permit(List<Standing> all, Standing one) {
        return permit(all, one, List.of());
    }

    /// The same when new pods need not wait for some clusters as long as those cannot be reached. Numbers of replicas
    /// wait for them all the same: a cluster that is away has all its replicas down.
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
            boolean goesFirst = !hasNothingToLose || earlier.isInTrouble();
            if (earlier.exists() && !earlier.current() && goesFirst) {
                return Optional.of(
                        earlier.reachable()
                                ? progressing(earlier, earlier.cluster() + " gets the new pods first")
                                : unreachable(earlier));
            }
        }
        for (Standing other : all) {
            boolean isWaitedFor = hasNothingToLose ? other.isInTrouble() && other.current() : !other.isHealthy();
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

    /// The cluster whose turn it is. First what is missing comes, in the order of the clusters: there are never fewer
    /// replicas than there have to be. Then what is too much goes, from the highest ordinal on: where each cluster
    /// counts for itself that is the fullest, and of those that are as full the last.
    ///
    /// @param one has something to do
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

    /// Why new pods wait for a cluster that is away, and how to let them pass it.
    private static Wait unreachable(Standing other) {
        return new Wait(
                Wait.CLUSTER_UNREACHABLE,
                other.cluster(),
                "the new pods wait: " + other.trouble() + "; annotate with " + Names.ROLLOUT_SKIP + '='
                        + other.cluster() + " to let them pass it");
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
