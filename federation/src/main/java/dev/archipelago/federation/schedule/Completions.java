package dev.archipelago.federation.schedule;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.schedule.policy.Apportionment;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Divides the successes that a Job waits for over its clusters, as its pods are: where each had to bring about all of
/// them, the work would be done several times. A member does not let go of a number once it has it, so what was decided
/// stays. Pure.
public final class Completions {
    private Completions() {}

    /// The targets with their parts.
    ///
    /// @param known what was decided before
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
