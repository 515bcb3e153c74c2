package dev.archipelago.federation.schedule;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.schedule.policy.Apportionment;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Divides the completions of a Job over its clusters in proportion to its pods: if each cluster had to reach all of
/// them, the work would be done several times. Completions of a Job in a member are immutable, so an earlier
/// division stays. Pure.
public final class Completions {
    private Completions() {}

    /// The targets with their completions.
    ///
    /// @param known the targets of the previous decision
    static List<Binding.Target> divide(int completions, List<Binding.Target> targets, List<Binding.Target> known) {
        SortedMap<String, Integer> parts = new TreeMap<>();
        SortedMap<String, Long> open = new TreeMap<>();
        for (Binding.Target target : targets) {
            known.stream()
                    .filter(before -> before.cluster().equals(target.cluster())
                            && before.completions().isPresent())
                    .findFirst()
                    .ifPresentOrElse(
                            before -> parts.put(
                                    target.cluster(), before.completions().getAsInt()),
                            () -> open.put(
                                    target.cluster(), (long) target.replicas().orElse(0)));
        }
        if (open.values().stream().allMatch(weight -> weight == 0)) {
            open.replaceAll((cluster, weight) -> 1L);
        }
        long left = completions
                - parts.values().stream().mapToLong(Integer::longValue).sum();
        if (!open.isEmpty()) {
            parts.putAll(Apportionment.of((int) Math.max(0, left), open, ""));
        }
        return targets.stream()
                .map(target -> target.withCompletions(parts.getOrDefault(target.cluster(), 0)))
                .toList();
    }
}
