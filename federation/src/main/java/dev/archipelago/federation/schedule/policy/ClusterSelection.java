package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Selects clusters by the spread constraints of a placement.
final class ClusterSelection {
    private final Placement placement;
    private final int replicas;

    ClusterSelection(Placement placement, int replicas) {
        this.placement = placement;
        this.replicas = replicas;
    }

    /// @param fitting not empty
    Selection select(List<Ranked> fitting) {
        List<Ranked> sorted = fitting.stream().sorted(Ranked.BEST_FIRST).toList();
        if (!placement.isSpread()) {
            return selected(sorted, sorted, "");
        }
        return placement.groupSpreads().isEmpty()
                ? best(sorted)
                : new GroupSelection(placement, replicas).select(sorted);
    }

    /// The best clusters, as many as the constraint allows. When replicas are divided, all must fit into them.
    private Selection best(List<Ranked> sorted) {
        SpreadConstraint spread = placement.clusterSpread();
        if (sorted.size() < spread.min()) {
            return new Selection.Impossible("spreadConstraints ask for at least %d clusters, but only %d fit"
                    .formatted(spread.min(), sorted.size()));
        }
        int count = Math.min(sorted.size(), spread.max());
        List<Ranked> best = sorted.subList(0, count);
        if (placement.scheduling().style().countsRoom() && room(best) < replicas) {
            best = roomiest(best, sorted.subList(count, sorted.size()));
        }
        if (placement.scheduling().style().countsRoom() && room(best) < replicas) {
            return new Selection.Impossible("%d replicas do not fit into %d clusters, which have room for %d at most"
                    .formatted(replicas, count, room(best)));
        }
        return selected(best, sorted, "is among the %d chosen of %d that fit".formatted(count, sorted.size()));
    }

    /// Replaces the lowest ranked clusters by the roomiest others until all replicas fit, or no exchange helps.
    private List<Ranked> roomiest(List<Ranked> best, List<Ranked> others) {
        List<Ranked> chosen = new ArrayList<>(best);
        List<Ranked> outside = new ArrayList<>(others);
        for (int i = chosen.size() - 1; i >= 0 && !outside.isEmpty() && room(chosen) < replicas; i--) {
            // The first among equals.
            Ranked roomiest = outside.stream()
                    .sorted(Comparator.comparingLong(Ranked::available).reversed())
                    .findFirst()
                    .orElseThrow();
            if (roomiest.available() > chosen.get(i).available()) {
                outside.set(outside.indexOf(roomiest), chosen.get(i));
                chosen.set(i, roomiest);
            }
        }
        return chosen;
    }

    private static long room(List<Ranked> clusters) {
        return clusters.stream().mapToLong(Ranked::available).sum();
    }

    private static Selection selected(List<Ranked> chosen, List<Ranked> fitting, String reason) {
        Set<Ranked> inside = new HashSet<>(chosen);
        Map<String, String> reasons = new TreeMap<>();
        for (Ranked ranked : fitting) {
            if (!inside.contains(ranked)) {
                reasons.put(ranked.name(), "others of those that fit were chosen");
            } else if (!reason.isEmpty()) {
                reasons.put(ranked.name(), reason);
            }
        }
        return new Selection.Selected(List.copyOf(chosen), reasons);
    }
}
