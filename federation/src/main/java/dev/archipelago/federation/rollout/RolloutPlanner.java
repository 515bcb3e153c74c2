package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Pointer;
import dev.archipelago.federation.kinds.RolloutRecord.Revision;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.rollout.RolloutState.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides which clusters get the newest revision of a workload now.
///
/// They get it one after the other, in order: a cluster when all before it have it and all others are healthy, so that
/// a version that does not start stops in the first. An unhealthy cluster has nothing to lose and goes before the
/// healthy ones, which wait for it. So a version can be rolled back wherever it failed, and while another cluster is
/// unreachable.
final class RolloutPlanner {
    private static final Wait PAUSED = new Wait(Wait.PAUSED, "", "the rollout is paused");

    private final RolloutState seen;
    private final Revision newest;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Wait> waits = new LinkedHashMap<>();

    /// The output.
    ///
    /// @param record what each cluster is to run from now on
    /// @param waits why clusters do not have the newest revision yet, by cluster
    record Decision(RolloutRecord record, Map<String, Wait> waits) {}

    /// A cluster and what it was told.
    private static final class Entry {
        private final Candidate candidate;
        private final Standing standing;
        private @Nullable Pointer told;

        Entry(Candidate candidate, @Nullable Pointer told) {
            this.candidate = candidate;
            this.standing = candidate.standing();
            this.told = told;
        }

        String cluster() {
            return standing.cluster();
        }

        boolean isNewest() {
            return told != null && told.isNewest();
        }

        boolean isBehind() {
            return told != null && !told.isNewest();
        }

        /// Whether it has all pods that it was told to run, and they are healthy.
        boolean isDone() {
            return standing.current() && standing.isHealthy();
        }

        /// Whether it still has the pods from before it was told.
        boolean hasNotBegun() {
            String running = candidate.running();
            return told != null && !running.isEmpty() && !told.template().equals(running);
        }
    }

    private RolloutPlanner(RolloutState seen) {
        this.seen = seen;
        this.newest = number(seen);
    }

    static Decision decide(RolloutState seen) {
        return new RolloutPlanner(seen).decide();
    }

    /// The newest revision, with a number of its own when only overrides have changed.
    private static Revision number(RolloutState seen) {
        RolloutRecord before = seen.before();
        boolean isOverridden = seen.newest().name().equals(before.newest().name())
                && seen.newest().number() <= before.newest().number()
                && seen.clusters().stream()
                        .anyMatch(one -> !one.next().isEmpty()
                                && before.of(one.cluster())
                                        .filter(told -> !told.next().equals(one.next()))
                                        .isPresent());
        return isOverridden
                ? new Revision(before.newest().number() + 1, seen.newest().name())
                : seen.newest();
    }

    private Decision decide() {
        for (Candidate one : seen.clusters()) {
            entries.add(new Entry(one, told(one)));
        }
        entries.sort(order());
        if (!seen.terms().paused()) {
            move();
        }
        entries.forEach(this::explain);
        return new Decision(record(), waits);
    }

    /// What a cluster was told so far; null while that is not known.
    private @Nullable Pointer told(Candidate one) {
        Pointer before = seen.before().of(one.cluster()).orElse(null);
        if (before == null) {
            return initial(one);
        }
        String next = one.next().isEmpty() ? before.next() : one.next();
        Pointer now = before.withNext(next);
        now = now.isNewest() ? now.renumbered(newest) : now;
        return !now.earlier().isEmpty()
                        && one.standing().current()
                        && one.standing().isHealthy()
                ? now.settled()
                : now;
    }

    private @Nullable Pointer initial(Candidate one) {
        if (one.next().isEmpty() || !one.isKnown()) {
            return null;
        }
        if (one.standing().exists() && !one.running().equals(one.next())) {
            // It goes on with what it has.
            return pointer(one, Revision.NONE, one.running(), false);
        }
        boolean isUnderWay = !seen.before().isNone()
                && !seen.before().stable().isNone()
                && !seen.before().stable().equals(newest);
        return isUnderWay && !one.stable().isEmpty() && !one.stable().equals(one.next())
                ? pointer(one, seen.before().stable(), one.stable(), true)
                : pointer(one, newest, one.next(), false);
    }

    private Pointer pointer(Candidate one, Revision revision, String template, boolean joined) {
        return new Pointer(one.cluster(), revision, template, one.next(), new LinkedHashSet<>(), seen.now(), joined);
    }

    /// Named clusters first, then the others by name; those that joined while the rollout was under way last.
    private Comparator<Entry> order() {
        List<String> order = seen.terms().order();
        return Comparator.comparing((Entry one) -> one.told != null && one.told.joined())
                .thenComparingInt(one -> order.contains(one.cluster()) ? order.indexOf(one.cluster()) : order.size())
                .thenComparing(Entry::cluster);
    }

    private void move() {
        boolean all = seen.terms().clustersMax() >= entries.size() || isUndo();
        for (Entry one : entries) {
            if (one.told != null && one.isBehind() && (all || isFirst(one) || isNext(one))) {
                one.told = one.told.moved(newest, seen.now());
            }
        }
    }

    /// Whether a cluster is known to have no pods, and no revision has reached all clusters yet.
    private boolean isFirst(Entry one) {
        return one.candidate.isKnown()
                && !one.standing.exists()
                && seen.before().stable().isNone();
    }

    private boolean isNext(Entry one) {
        return one.standing.reachable() && blocker(one).isEmpty();
    }

    /// Whether the newest revision is what clusters that the last one has not reached run.
    private boolean isUndo() {
        return !seen.terms().isStateful()
                && !newest.name().equals(seen.before().newest().name())
                && newest.name().equals(seen.before().stable().name())
                && entries.stream().anyMatch(one -> one.isNewest() && one.standing.exists());
    }

    /// What keeps a cluster from being told to run the newest revision.
    private Optional<Wait> blocker(Entry one) {
        for (Entry other : entries) {
            if (other.candidate.next().isEmpty()) {
                return Optional.of(progressing(other, other.cluster() + " has overrides that cannot be applied"));
            }
        }
        boolean hasNothingToLose = hasNothingToLose(one);
        for (Entry earlier : entries.subList(0, entries.indexOf(one))) {
            boolean goesFirst = !hasNothingToLose || earlier.standing.isUnhealthy();
            if (earlier.isBehind() && earlier.standing.exists() && goesFirst && isAsked(earlier)) {
                return Optional.of(
                        earlier.standing.reachable()
                                ? progressing(earlier, earlier.cluster() + " gets the new pods first")
                                : unreachable(earlier));
            }
        }
        return trouble(one, entries);
    }

    /// Whether new pods cannot make it worse. One whose workload is missing gets that first, with the pods it had.
    private static boolean hasNothingToLose(Entry one) {
        return one.standing.exists() && !one.standing.isHealthy();
    }

    /// Why a cluster must not replace pods now, because of others.
    private Optional<Wait> trouble(Entry one, List<Entry> others) {
        boolean hasNothingToLose = hasNothingToLose(one);
        int underWay = 0;
        for (Entry other : others) {
            if (other == one || !isAsked(other)) {
                continue;
            }
            boolean isUpdating = other.isNewest() && !(other.isDone() && !isToBegin(other));
            boolean isWaitedFor = other.isNewest() ? isUpdating : !other.standing.isHealthy();
            if (hasNothingToLose) {
                isWaitedFor = isUpdating && other.standing.exists() && other.standing.reachable();
            }
            boolean counts = isUpdating && other.standing.reachable();
            if (isWaitedFor && !(counts && ++underWay < seen.terms().clustersMax())) {
                return Optional.of(waitFor(other));
            }
        }
        return Optional.empty();
    }

    /// Whether this decision gives a cluster other pods than it has.
    private boolean isToBegin(Entry other) {
        String before = seen.before().of(other.cluster()).map(Pointer::template).orElse("");
        return other.told != null && !other.told.template().equals(before) && other.hasNotBegun();
    }

    private static Wait waitFor(Entry other) {
        if (!other.standing.reachable()) {
            return unreachable(other);
        }
        return other.standing.exists() && other.standing.isHealthy() && other.hasNotBegun()
                ? progressing(other, other.cluster() + " gets the new pods first")
                : other.standing.waitFor();
    }

    /// Whether others wait for a cluster.
    private boolean isAsked(Entry other) {
        return other.standing.reachable() || !seen.terms().passed().contains(other.cluster());
    }

    private void explain(Entry one) {
        if (one.isBehind()) {
            Optional<Wait> wait = seen.terms().paused() ? Optional.of(PAUSED) : blocker(one);
            wait.ifPresent(what -> waits.put(one.cluster(), what));
        } else if (seen.terms().isStateful() && one.hasNotBegun()) {
            // It was told, but something may have happened since.
            List<Entry> others = entries.stream()
                    .filter(other -> !other.hasNotBegun() || begins(other, one))
                    .toList();
            trouble(one, others).ifPresent(what -> waits.put(one.cluster(), what));
        }
    }

    /// Which of two clusters that have not begun begins first: one that has nothing to lose, then by their order.
    private boolean begins(Entry first, Entry second) {
        boolean isFirstHealthy = first.standing.isHealthy();
        return isFirstHealthy == second.standing.isHealthy()
                ? entries.indexOf(first) < entries.indexOf(second)
                : !isFirstHealthy;
    }

    private static Wait progressing(Entry other, String message) {
        return new Wait(Wait.CLUSTER_PROGRESSING, other.cluster(), message);
    }

    /// The wait for an unreachable cluster, with the way to skip it.
    private static Wait unreachable(Entry other) {
        return new Wait(
                Wait.CLUSTER_UNREACHABLE,
                other.cluster(),
                "the new pods wait: " + other.standing.reason() + "; annotate with " + Names.ROLLOUT_SKIP + '='
                        + other.cluster() + " to let them pass it");
    }

    private RolloutRecord record() {
        List<Pointer> pointers = new ArrayList<>();
        boolean isDone = true;
        for (Entry one : entries) {
            if (one.told != null) {
                pointers.add(one.told);
            }
            isDone &= !isAsked(one) || (one.isNewest() && one.isDone() && !isToBegin(one));
        }
        pointers.sort(Comparator.comparing(Pointer::cluster));
        return new RolloutRecord(newest, isDone ? newest : seen.before().stable(), pointers);
    }
}
