package dev.archipelago.federation.schedule.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Decides the placement of an object by a policy. Pure: the same input, in any order, gives the same decision.
///
/// When the decision is not [Decision.Placed], the caller must keep the previous placement. Nothing is deleted for lack
/// of a better place.
public final class PolicyScheduler {
    private PolicyScheduler() {}

    /// Groups are tried in order from the one that was used last, so that an object does not move back when an
    /// earlier group recovers.
    ///
    /// @param candidates all clusters, each once
    /// @param lastAffinityName the group that was used last; empty for none
    /// @param fresh whether a user asked for rescheduling: as if for the first time, from the first group on
    public static Decision decide(
            Placement placement,
            PlacementRequest subject,
            List<Candidate> candidates,
            String lastAffinityName,
            boolean fresh) {
        List<Candidate> sorted = candidates.stream()
                .sorted(Comparator.comparing(Candidate::name))
                .toList();
        List<AffinityGroup> groups = placement.groups();
        int first = fresh ? 0 : placement.indexOf(lastAffinityName);
        List<String> failures = new ArrayList<>();
        List<Decision> failed = new ArrayList<>();
        for (AffinityGroup group : groups.subList(first, groups.size())) {
            Decision decision = new Attempt(placement, group, subject, fresh).decide(sorted);
            switch (decision) {
                case Decision.Placed(SortedMap<String, Integer> clusters, String name, var none, var reasons) -> {
                    return new Decision.Placed(clusters, name, failures, reasons);
                }
                case Decision.NoFit ignored -> failures.add(message(group, "no cluster fits"));
                case Decision.Unschedulable(String message, var reasons) -> failures.add(message(group, message));
            }
            failed.add(decision);
        }
        boolean nowhere = failed.stream().allMatch(Decision.NoFit.class::isInstance);
        return nowhere
                ? new Decision.NoFit(reasons(failed))
                : new Decision.Unschedulable(String.join("; ", failures), reasons(failed));
    }

    private static String message(AffinityGroup group, String failure) {
        return group.name().isEmpty() ? failure : group.title() + ": " + failure;
    }

    /// The reasons of several attempts, without repetitions.
    private static SortedMap<String, List<String>> reasons(List<Decision> decisions) {
        SortedMap<String, Set<String>> merged = new TreeMap<>();
        for (Decision decision : decisions) {
            decision.reasons()
                    .forEach((cluster, reasons) -> merged.computeIfAbsent(cluster, name -> new LinkedHashSet<>())
                            .addAll(reasons));
        }
        SortedMap<String, List<String>> lists = new TreeMap<>();
        merged.forEach((cluster, reasons) -> lists.put(cluster, List.copyOf(reasons)));
        return lists;
    }
}
