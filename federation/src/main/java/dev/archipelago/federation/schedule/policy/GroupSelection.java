package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Selects clusters by the best providers, regions, zones or labels.
///
/// With several constraints, sets of the larger groups are tried in order until one also satisfies the smaller ones. A
/// cluster in several zones counts for each of them.
final class GroupSelection {
    /// How many searches are made before the constraints count as unsatisfiable.
    private static final int SEARCHES_MAX = 256;

    private final Placement placement;
    private final int replicas;
    private final List<SpreadConstraint> spreads;
    private final SpreadConstraint clusters;
    private int searches;

    /// The groups chosen for one constraint.
    private record Choice(SpreadConstraint spread, List<String> groups) {

        boolean takes(Ranked cluster) {
            return spread.groups(cluster.traits()).stream().anyMatch(groups::contains);
        }
    }

    private record Membership(SpreadConstraint spread, String group) {}

    GroupSelection(Placement placement, int replicas) {
        this.placement = placement;
        this.replicas = replicas;
        this.spreads = placement.groupSpreads();
        this.clusters = placement.clusterSpread();
    }

    /// @param fitting the best first
    Selection select(List<Ranked> fitting) {
        for (SpreadConstraint spread : spreads) {
            int there = grouped(fitting, spread).size();
            if (there < spread.min()) {
                return new Selection.Impossible(
                        "spreadConstraints ask for at least %d groups by %s, but clusters that fit are in %d"
                                .formatted(spread.min(), spread.word(), there));
            }
        }
        return choose(List.of(), fitting, fitting)
                .orElseGet(() -> new Selection.Impossible(
                        "no %d or more of the %d clusters that fit are spread as spreadConstraints ask for"
                                .formatted(clusters.min(), fitting.size())));
    }

    private static Map<String, List<Ranked>> grouped(List<Ranked> clusters, SpreadConstraint spread) {
        Map<String, List<Ranked>> groups = new TreeMap<>();
        for (Ranked cluster : clusters) {
            for (String group : spread.groups(cluster.traits())) {
                groups.computeIfAbsent(group, ignored -> new ArrayList<>()).add(cluster);
            }
        }
        return groups;
    }

    /// @param chosen the choices for the constraints before
    /// @param left the clusters in all chosen groups
    private Optional<Selection> choose(List<Choice> chosen, List<Ranked> left, List<Ranked> fitting) {
        if (chosen.size() == spreads.size()) {
            return covering(chosen, left)
                    .map(selected -> new Selection.Selected(selected, reasons(chosen, selected, fitting)));
        }
        SpreadConstraint spread = spreads.get(chosen.size());
        List<GroupSearch.Group> groups = groups(left, spread);
        // More than the minimum of groups is tried only when the smaller groups cannot be satisfied otherwise.
        for (int size = spread.min(); size <= Math.min(spread.max(), groups.size()); size++) {
            for (List<GroupSearch.Group> set : sets(groups, size, spread.max())) {
                Optional<Selection> selection = choose(chosen, spread, set, left, fitting);
                if (selection.isPresent()) {
                    return selection;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Selection> choose(
            List<Choice> chosen,
            SpreadConstraint spread,
            List<GroupSearch.Group> set,
            List<Ranked> left,
            List<Ranked> fitting) {
        Choice choice =
                new Choice(spread, set.stream().map(GroupSearch.Group::name).toList());
        List<Choice> more = new ArrayList<>(chosen);
        more.add(choice);
        return choose(more, left.stream().filter(choice::takes).toList(), fitting);
    }

    private List<GroupSearch.Group> groups(List<Ranked> left, SpreadConstraint spread) {
        List<GroupSearch.Group> groups = new ArrayList<>();
        grouped(left, spread)
                .forEach((name, members) -> groups.add(new GroupSearch.Group(
                        name, members.size(), GroupScore.of(members, placement, replicas, spread.min()))));
        return groups;
    }

    private List<List<GroupSearch.Group>> sets(List<GroupSearch.Group> groups, int min, int max) {
        return searches++ < SEARCHES_MAX ? new GroupSearch(groups, min, max, clusters.min()).sets() : List.of();
    }

    /// The best cluster of each group, then the best others up to the maximum number of clusters.
    ///
    /// Clusters that are in several groups come first.
    private Optional<List<Ranked>> covering(List<Choice> chosen, List<Ranked> left) {
        Set<Ranked> selected = new LinkedHashSet<>();
        Set<Membership> missing = new HashSet<>();
        chosen.forEach(choice -> choice.groups.forEach(group -> missing.add(new Membership(choice.spread, group))));
        while (!missing.isEmpty()) {
            Optional<Ranked> next = mostUseful(left, missing);
            if (next.isEmpty() || selected.size() == clusters.max()) {
                return Optional.empty();
            }
            selected.add(next.get());
            missing.removeAll(memberships(next.get()));
        }
        left.stream().filter(cluster -> selected.size() < clusters.max()).forEach(selected::add);
        return selected.size() < clusters.min() ? Optional.empty() : Optional.of(List.copyOf(selected));
    }

    /// The first of the clusters that are in the most missing groups.
    private Optional<Ranked> mostUseful(List<Ranked> left, Set<Membership> missing) {
        Optional<Ranked> best = Optional.empty();
        long most = 0;
        for (Ranked cluster : left) {
            long use = memberships(cluster).stream().filter(missing::contains).count();
            if (use > most) {
                most = use;
                best = Optional.of(cluster);
            }
        }
        return best;
    }

    private List<Membership> memberships(Ranked cluster) {
        return spreads.stream()
                .flatMap(spread -> spread.groups(cluster.traits()).stream().map(group -> new Membership(spread, group)))
                .toList();
    }

    private static Map<String, String> reasons(List<Choice> chosen, List<Ranked> selected, List<Ranked> fitting) {
        Map<String, String> reasons = new HashMap<>();
        for (Ranked cluster : fitting) {
            Optional<Choice> missed =
                    chosen.stream().filter(choice -> !choice.takes(cluster)).findFirst();
            Choice shown = missed.orElse(chosen.getLast());
            String group = shown.spread.word() + " " + String.join(", ", shown.spread.groups(cluster.traits()));
            if (missed.isPresent()) {
                reasons.put(cluster.name(), group + " was not chosen");
            } else if (selected.contains(cluster)) {
                reasons.put(cluster.name(), "is among the clusters chosen of " + group);
            } else {
                reasons.put(cluster.name(), "others of " + group + " were chosen");
            }
        }
        return reasons;
    }
}
