package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Tries to place an object in one group of clusters: filter, select, divide.
final class Attempt {
    private final Placement placement;
    private final AffinityGroup group;
    private final PlacementRequest subject;
    private final boolean fresh;
    private final SortedMap<String, List<String>> reasons = new TreeMap<>();

    Attempt(Placement placement, AffinityGroup group, PlacementRequest subject, boolean fresh) {
        this.placement = placement;
        this.group = group;
        this.subject = subject;
        this.fresh = fresh;
    }

    Decision decide(List<Candidate> candidates) {
        List<Ranked> fitting = fitting(candidates);
        if (fitting.isEmpty()) {
            return new Decision.NoFit(reasons);
        }
        return switch (new ClusterSelection(placement, subject.replicas()).select(fitting)) {
            case Selection.Selected selected -> {
                selected.reasons().forEach(this::add);
                yield divided(selected.clusters());
            }
            case Selection.Impossible impossible -> unschedulable(impossible.message(), fitting);
        };
    }

    private List<Ranked> fitting(List<Candidate> candidates) {
        ClusterFilters filters = new ClusterFilters(placement, group, subject);
        List<Ranked> fitting = new ArrayList<>();
        for (Candidate candidate : candidates) {
            List<String> against = filters.against(candidate);
            if (against.isEmpty()) {
                int tier = group.tier(candidate.traits(), subject.workload());
                fitting.add(Ranked.of(candidate, tier, subject.replicas()));
                if (candidate.hasIt()) {
                    add(candidate.name(), Decision.HAS_IT);
                }
            } else {
                against.forEach(reason -> add(candidate.name(), reason));
            }
        }
        return fitting;
    }

    private Decision divided(List<Ranked> selected) {
        if (!subject.workload()) {
            SortedMap<String, Integer> all = new TreeMap<>();
            selected.forEach(cluster -> {
                all.put(cluster.name(), 0);
                add(cluster.name(), "fits");
            });
            return placed(all);
        }
        Division division = new Division(placement.scheduling(), subject.uid(), fresh);
        return switch (division.divide(selected, subject.replicas())) {
            case Division.Result.Shares(SortedMap<String, Integer> shares) -> {
                selected.forEach(cluster -> add(cluster.name(), share(cluster, shares.get(cluster.name()))));
                yield placed(shares);
            }
            case Division.Result.Unschedulable(String message) -> unschedulable(message, selected);
        };
    }

    private Decision placed(SortedMap<String, Integer> clusters) {
        return new Decision.Placed(clusters, group.name(), List.of(), reasons);
    }

    private Decision unschedulable(String message, List<Ranked> clusters) {
        clusters.forEach(cluster ->
                add(cluster.name(), subject.replicas() == 0 ? "fits" : "fits and has room for " + cluster.available()));
        return new Decision.Unschedulable(message, reasons);
    }

    private String share(Ranked cluster, @Nullable Integer share) {
        if (share != null) {
            return "gets %d of %d replicas".formatted(share, subject.replicas());
        }
        boolean weighed = placement.scheduling().weights().isEmpty()
                || placement.scheduling().weight(cluster.traits()) > 0;
        return weighed ? "no replica is left for it" : "has no weight in staticWeightList";
    }

    private void add(String cluster, String reason) {
        reasons.computeIfAbsent(cluster, name -> new ArrayList<>()).add(reason);
    }
}
