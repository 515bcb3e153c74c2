package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Selects clusters of the best providers, regions, zones and labels.
///
/// Where several of these are constrained, sets of the larger ones are tried one after the other until one is found
/// in which the smaller ones can be had too. A cluster in several zones stands for each of them.
final class GroupSelection {
    /// How many times groups are looked for at most, before it is said that there are none.
    private static final int SEARCHES_MAX = 256;

    private final Placement placement;
    private final int replicas;
    private final List<SpreadConstraint> spreads;
    private final SpreadConstraint clusters;
    private int searches;

    /// The groups that were chosen for one constraint.
    private record Choice(SpreadConstraint spread, List<String> groups) {

        boolean takes(Ranked cluster) {
            return spread.groups(cluster.traits()).stream().anyMatch(groups::contains);
        }
    }

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

    /// @param chosen what was chosen for the first constraints
    /// @param left the clusters that are in all of that
    private Optional<Selection> choose(List<Choice> chosen, List<Ranked> left, List<Ranked> fitting) {
        if (chosen.size() == spreads.size()) {
            return covering(chosen, left)
                    .map(selected -> new Selection.Selected(selected, reasons(chosen, selected, fitting)));
        }
        SpreadConstraint spread = spreads.get(chosen.size());
        for (List<GroupSearch.Group> set : sets(left, spread)) {
            Choice choice =
                    new Choice(spread, set.stream().map(GroupSearch.Group::name).toList());
            List<Choice> more = new ArrayList<>(chosen);
            more.add(choice);
            Optional<Selection> selection =
                    choose(more, left.stream().filter(choice::takes).toList(), fitting);
            if (selection.isPresent()) {
                return selection;
            }
        }
        return Optional.empty();
    }

    private List<List<GroupSearch.Group>> sets(List<Ranked> left, SpreadConstraint spread) {
        if (searches++ >= SEARCHES_MAX) {
            return List.of();
        }
        List<GroupSearch.Group> groups = new ArrayList<>();
        grouped(left, spread)
                .forEach((name, members) -> groups.add(new GroupSearch.Group(
                        name, members.size(), GroupScore.of(members, placement, replicas, spread.min()))));
        return new GroupSearch(groups, spread.min(), spread.max(), clusters.min()).sets();
    }

    /// The best cluster of each group, then the best of the others up to the number of clusters that may be.
    private Optional<List<Ranked>> covering(List<Choice> chosen, List<Ranked> left) {
        Set<Ranked> selected = new LinkedHashSet<>();
        // The smallest groups first: their clusters stand for the larger ones as well.
        for (Choice choice : chosen.reversed()) {
            Map<String, List<Ranked>> groups = grouped(left, choice.spread);
            for (String group : choice.groups) {
                List<Ranked> members = groups.getOrDefault(group, List.of());
                if (members.isEmpty()) {
                    return Optional.empty();
                }
                if (members.stream().noneMatch(selected::contains)) {
                    selected.add(members.getFirst());
                }
            }
        }
        if (selected.size() > clusters.max()) {
            return Optional.empty();
        }
        left.stream().filter(cluster -> selected.size() < clusters.max()).forEach(selected::add);
        return selected.size() < clusters.min() ? Optional.empty() : Optional.of(List.copyOf(selected));
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
