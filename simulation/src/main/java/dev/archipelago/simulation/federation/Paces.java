package dev.archipelago.simulation.federation;

import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Invariant: at most one cluster at a time gets new pods, and none after one that is unhealthy with them, except
/// skipped unreachable clusters. Sets with `OneAtATime` change by one replica at a time, and those with `Ordered` start
/// in one cluster after the other.
final class Paces {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;
    private final Map<String, Map<String, Standing>> standings = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private final Map<String, Integer> mostReady = new HashMap<>();
    // The ready replicas of sets of any owner: those of an earlier set are adopted as they are.
    private final Map<String, Integer> readyNow = new HashMap<>();
    private final Set<String> wellWith = new HashSet<>();
    // When an unhealthy cluster got new pods.
    private final Map<String, Instant> outOfTurn = new HashMap<>();

    /// The state of a set in a cluster.
    ///
    /// @param since when `well` last changed
    /// @param still whether no replica is being added or removed
    /// @param stillSince when `still` last changed
    /// @param revision of its pod template
    /// @param replicas in its spec
    /// @param resized when its replica count last changed
    private record Standing(
            boolean well,
            Instant since,
            boolean still,
            Instant stillSince,
            String revision,
            int replicas,
            int start,
            Instant resized) {}

    Paces(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void wiped(SimCluster simCluster) {
        standings.values().forEach(all -> all.remove(simCluster.name()));
    }

    void changed(SimCluster simCluster, @Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (after != null && World.isMarked(after) && world.actor().equals(World.FEDERATION) && !after.isDeleting()) {
            judge(simCluster, before, after);
        }
        StatefulSet known = after == null ? before : after;
        if (known == null) {
            return;
        }
        String name = simCluster.name() + ' ' + known.name();
        readyNow.remove(name);
        if (after != null) {
            readyNow.put(name, after.status().path("readyReplicas").asInt(0));
        }
        Map<String, Standing> all = standings.computeIfAbsent(World.templateUid(known), uid -> new TreeMap<>());
        if (after == null) {
            all.remove(simCluster.name());
            return;
        }
        Standing standing = all.get(simCluster.name());
        boolean well = isWell(after);
        boolean still = isStill(after);
        String revision = after.meta().annotations().getOrDefault(Names.REVISION, "");
        Instant now = world.time().instant();
        all.put(
                simCluster.name(),
                new Standing(
                        well,
                        standing != null && standing.well == well ? standing.since : now,
                        still,
                        standing != null && standing.still == still ? standing.stillSince : now,
                        revision,
                        after.replicas(),
                        after.start(),
                        standing != null && standing.replicas == after.replicas() ? standing.resized : now));
        String here = World.templateUid(after) + simCluster.name();
        if (well) {
            wellWith.add(here + revision);
        }
        int ready = after.status().path("readyReplicas").asInt(0);
        mostReady.merge(here, ready, Math::max);
        if (after.replicas() > 0 && ready >= after.replicas()) {
            started.add(here);
        }
    }

    private static boolean isWell(StatefulSet set) {
        JsonNode status = set.status();
        return status.path("observedGeneration").asLong(0) >= set.meta().generation()
                && status.path("updatedReplicas").asInt(0) >= set.replicas()
                && status.path("readyReplicas").asInt(0) >= set.replicas();
    }

    /// Whether a set has exactly its wanted replicas, all ready.
    private static boolean isStill(StatefulSet set) {
        JsonNode status = set.status();
        return status.path("observedGeneration").asLong(0) >= set.meta().generation()
                && status.path("replicas").asInt(0) == set.replicas()
                && status.path("readyReplicas").asInt(0) == set.replicas();
    }

    private void judge(SimCluster simCluster, @Nullable StatefulSet before, StatefulSet after) {
        String uid = World.templateUid(after);
        if (before == null) {
            boolean starts = after.replicas() > 0;
            if (starts && truth.isKnownToAsk(uid, Names.BOOTSTRAP, "Ordered") && isTooEarly(simCluster, uid)) {
                complaints.accept(
                        after + " was started in " + simCluster.name() + " before those before it were ready");
            }
        } else if (isOther(before, after, Names.REVISION) && before.replicas() > 0 && after.replicas() > 0) {
            judgeNewPods(simCluster, uid, after);
        }
        // The adoption of an earlier set of this name is no step.
        boolean isStep = before == null || World.templateUid(before).equals(uid);
        int change = after.replicas() - (before == null ? 0 : before.replicas());
        if (truth.isKnownToAsk(uid, Names.SCALING, "OneAtATime")
                && isStep
                && change != 0
                && !givesBack(simCluster, before, after)) {
            judgeStep(simCluster, uid, before, after, change);
        }
    }

    private void judgeStep(
            SimCluster simCluster, String uid, @Nullable StatefulSet before, StatefulSet after, int change) {
        if (Math.abs(change) > 1) {
            complaints.accept(after + " changed by " + change + " replicas in " + simCluster.name() + " at a time");
        }
        troubled(uid, simCluster, (cluster, standing) -> true)
                .ifPresent(other -> complaints.accept(
                        after + " was scaled in " + simCluster.name() + " while " + other + " is in trouble"));
        another(uid, simCluster, (cluster, standing) -> !standing.still && standing.stillSince.isBefore(world.oldest()))
                .ifPresent(other -> complaints.accept(after + " was scaled in " + simCluster.name()
                        + " while a replica of " + other + " comes or goes"));
        if (change < 0 && truth.isKnownToAsk(uid, Names.IDENTITY, "Global")) {
            another(
                            uid,
                            simCluster,
                            (cluster, standing) -> standing.start > after.start()
                                    && standing.resized.isBefore(world.oldest())
                                    && isSurplus(uid, cluster, standing.replicas))
                    .ifPresent(other -> complaints.accept(after + " lost a replica in " + simCluster.name()
                            + " before those with higher ordinals in " + other));
        }
        // Each step is preconditioned on the observed state, so stale caches are no excuse. Only the creation
        // by another control plane at the same time is.
        if (before != null
                && before.meta().created().isBefore(world.oldest())
                && !isStill(before)
                && !simCluster.controllers().running(before.key()).isEmpty()) {
            complaints.accept(after + " was scaled from " + before.replicas() + " to " + after.replicas() + " in "
                    + simCluster.name() + " before its last step was through: " + before.status());
        }
    }

    /// Whether a cluster is to have fewer replicas in every view of the binding.
    private boolean isSurplus(String uid, String cluster, int replicas) {
        return truth.bindingViews(uid).stream()
                .allMatch(view -> view.flatMap(binding -> binding.target(cluster))
                        .filter(target -> target.replicas().orElse(0) < replicas)
                        .isPresent());
    }

    private void judgeNewPods(SimCluster simCluster, String uid, StatefulSet after) {
        String revision = after.meta().annotations().getOrDefault(Names.REVISION, "");
        if (!isKnownWell(uid, simCluster)) {
            outOfTurn.put(uid + simCluster.name() + revision, world.time().instant());
            return;
        }
        troubled(uid, simCluster, (cluster, standing) -> !truth.maySkip(uid, cluster))
                .ifPresent(other -> complaints.accept(
                        after + " got new pods in " + simCluster.name() + " while " + other + " is in trouble"));
        rolling(uid, simCluster, revision)
                .ifPresent(other -> complaints.accept(
                        after + " got new pods in " + simCluster.name() + " while " + other + " still gets them"));
    }

    /// Whether a cluster only loses ordinals of another that were added by hand.
    private boolean givesBack(SimCluster simCluster, @Nullable StatefulSet before, StatefulSet after) {
        return before != null
                && truth.bindingViews(World.templateUid(after)).stream()
                        .flatMap(Optional::stream)
                        .flatMap(view -> view.target(simCluster.name()).stream())
                        .map(target -> target.claimed().orElse(Integer.MAX_VALUE))
                        .anyMatch(claimed -> before.replicas() > claimed && after.replicas() == claimed);
    }

    private static boolean isOther(StatefulSet before, StatefulSet after, String annotation) {
        return !before.meta()
                .annotations()
                .getOrDefault(annotation, "")
                .equals(after.meta().annotations().getOrDefault(annotation, ""));
    }

    /// Whether every controller must know that a set is healthy in a cluster.
    private boolean isKnownWell(String uid, SimCluster simCluster) {
        Standing standing = standings.getOrDefault(uid, Map.of()).get(simCluster.name());
        return standing != null && standing.well && standing.since.isBefore(world.oldest());
    }

    /// Another cluster that every controller must know to be unhealthy.
    private Optional<String> troubled(String uid, SimCluster simCluster, BiPredicate<String, Standing> concerned) {
        return another(
                uid,
                simCluster,
                concerned.and((cluster, standing) -> !standing.well && standing.since.isBefore(world.oldest())));
    }

    /// Another cluster that has this revision and was never healthy with it. No stale view can show it as healthy.
    /// But an unhealthy cluster may just have got the revision from another control plane, which knew that.
    private Optional<String> rolling(String uid, SimCluster simCluster, String revision) {
        return another(
                uid,
                simCluster,
                (cluster, standing) -> !truth.maySkip(uid, cluster)
                        && standing.revision.equals(revision)
                        && standing.replicas > 0
                        && !wellWith.contains(uid + cluster + revision)
                        && outOfTurn
                                .getOrDefault(uid + cluster + revision, Instant.MIN)
                                .isBefore(world.oldest()));
    }

    private Optional<String> another(String uid, SimCluster simCluster, BiPredicate<String, Standing> condition) {
        for (var entry : standings.getOrDefault(uid, Map.of()).entrySet()) {
            String cluster = entry.getKey();
            boolean concerned = truth.bindingViews(uid).stream()
                    .allMatch(view ->
                            view.isPresent() && view.get().target(cluster).isPresent());
            if (!cluster.equals(simCluster.name())
                    && truth.isKnownMember(cluster)
                    && concerned
                    && condition.test(cluster, entry.getValue())) {
                return Optional.of(cluster);
            }
        }
        return Optional.empty();
    }

    /// Whether, in every view of the binding, some cluster before it was never ready.
    private boolean isTooEarly(SimCluster simCluster, String uid) {
        return truth.bindingViews(uid).stream()
                .flatMap(Optional::stream)
                .allMatch(view -> isTooEarly(simCluster, view));
    }

    private int readyNow(Binding binding, Binding.Target target) {
        String set = target.cluster() + ' ' + binding.template().name();
        return readyNow.getOrDefault(target.start().isPresent() ? set : set + '-' + target.cluster(), 0);
    }

    private boolean isTooEarly(SimCluster simCluster, Binding binding) {
        for (Binding.Target target : binding.targets()) {
            if (target.cluster().equals(simCluster.name())) {
                return false;
            }
            String there = binding.templateUid() + target.cluster();
            if (truth.isKnownMember(target.cluster())
                    && !started.contains(there)
                    && readyNow(binding, target) < target.replicas().orElse(0)
                    && mostReady.getOrDefault(there, 0) < target.replicas().orElse(0)) {
                return true;
            }
        }
        return false;
    }
}
