package dev.archipelago.simulation.federation;

import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Invariant: the share of a cluster changes only when users scale the set or change its placement.
final class Shares {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;

    Shares(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void binding(@Nullable Binding before, @Nullable Binding after) {
        if (before == null
                || after == null
                || !after.resource().path("kind").asString("").equals("StatefulSet")
                || !before.templateUid().equals(after.templateUid())
                || truth.isAskedToMove(after.templateUid())) {
            return;
        }
        Map<String, Integer> had = shares(before);
        Map<String, Integer> has = shares(after);
        boolean grows = false;
        boolean shrinks = false;
        for (var share : has.entrySet()) {
            int change = share.getValue() - had.getOrDefault(share.getKey(), 0);
            grows |= change > 0;
            shrinks |= change < 0;
        }
        for (var share : had.entrySet()) {
            shrinks |= share.getValue() > 0 && !has.containsKey(share.getKey());
        }
        boolean duplicated = truth.isDuplicated(after) && !isGlobal(after);
        boolean moved = duplicated
                ? !(has.keySet().containsAll(had.keySet()) && isDuplicatedCount(after, has))
                : isMoved(after, had, grows, shrinks);
        if (moved && !followsPolicy(after, had, has) && !areGivenUp(before, had, has)) {
            complaints.accept("replicas of " + after.template() + " were moved unasked from " + had + " to " + has
                    + " by " + world.actor());
        }
    }

    /// Whether only clusters whose replicas were given up have fewer. That may have been long before, as nothing is
    /// decided about a set while its identity differs from the placed one.
    private static boolean areGivenUp(Binding before, Map<String, Integer> had, Map<String, Integer> has) {
        Set<String> fewer = new TreeSet<>(had.keySet());
        fewer.removeIf(cluster -> has.getOrDefault(cluster, 0) >= had.getOrDefault(cluster, 0));
        return !fewer.isEmpty() && before.released().containsAll(fewer);
    }

    /// Whether replicas move from clusters that a policy does not name to some that it names: it may be
    /// older than those.
    private boolean followsPolicy(Binding after, Map<String, Integer> had, Map<String, Integer> has) {
        Set<String> changed = new TreeSet<>(had.keySet());
        changed.addAll(has.keySet());
        changed.removeIf(cluster ->
                had.getOrDefault(cluster, 0).equals(has.getOrDefault(cluster, 0)) && has.containsKey(cluster));
        return changed.stream().allMatch(cluster -> {
            boolean grows = has.getOrDefault(cluster, 0) > had.getOrDefault(cluster, 0);
            return truth.isNamed(after, cluster).equals(Optional.of(grows));
        });
    }

    private static boolean isGlobal(Binding binding) {
        return binding.targets().stream().anyMatch(target -> target.start().isPresent());
    }

    private boolean isMoved(Binding after, Map<String, Integer> had, boolean grows, boolean shrinks) {
        long sum = had.values().stream().mapToLong(Integer::longValue).sum();
        boolean mayGrow = sizes(after).anyMatch(size -> size > sum);
        boolean mayShrink = sizes(after).anyMatch(size -> size < sum);
        return (grows && shrinks) || (grows && !mayGrow) || (shrinks && !mayShrink);
    }

    /// Whether every cluster has the duplicated count of some view, except those that have left and keep theirs.
    private boolean isDuplicatedCount(Binding after, Map<String, Integer> has) {
        Map<String, Integer> joined = new TreeMap<>(has);
        joined.keySet().removeAll(after.left());
        return sizes(after).anyMatch(size -> joined.values().stream().allMatch(share -> share == size));
    }

    /// The replicas of the set, now or in a recent view.
    private IntStream sizes(Binding binding) {
        return truth.templateViews(binding.templateUid()).stream()
                .flatMap(Optional::stream)
                .filter(StatefulSet.class::isInstance)
                .mapToInt(set -> ((StatefulSet) set).replicas());
    }

    private static Map<String, Integer> shares(Binding binding) {
        Map<String, Integer> shares = new TreeMap<>();
        binding.targets()
                .forEach(
                        target -> shares.put(target.cluster(), target.replicas().orElse(0)));
        return shares;
    }
}
