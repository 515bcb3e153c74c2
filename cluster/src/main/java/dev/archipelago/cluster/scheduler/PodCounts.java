package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.selector.Operator;
import dev.archipelago.api.selector.Requirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The counts that are kept. Those that match a pod are found by its labels, without a search.
final class PodCounts {
    private final int max;
    private final Map<PodCount.Kind, PodCount> all = new LinkedHashMap<>();
    private final Map<String, List<PodCount>> byLabel = new HashMap<>();

    /// @param max how many to keep
    PodCounts(int max) {
        this.max = max;
    }

    @Nullable
    PodCount find(PodCount.Kind kind) {
        return all.get(kind);
    }

    /// Adds a count. The oldest is evicted when there are too many, as it can be taken again.
    PodCount add(PodCount.Kind kind) {
        if (all.size() >= max) {
            remove(all.values().iterator().next());
        }
        PodCount count = new PodCount(kind);
        all.put(kind, count);
        byLabel.computeIfAbsent(label(kind), label -> new ArrayList<>()).add(count);
        return count;
    }

    void remove(PodCount count) {
        all.remove(count.kind());
        String label = label(count.kind());
        List<PodCount> bucket = byLabel.get(label);
        if (bucket != null) {
            bucket.remove(count);
            if (bucket.isEmpty()) {
                byLabel.remove(label);
            }
        }
    }

    Collection<PodCount> all() {
        return all.values();
    }

    /// A label that every counted pod has; empty when there is none.
    private static String label(PodCount.Kind kind) {
        for (Requirement requirement : kind.selector().requirements()) {
            boolean one = requirement.operator() == Operator.EQUALS
                    || (requirement.operator() == Operator.IN
                            && requirement.values().size() == 1);
            if (one) {
                return requirement.key() + '=' + requirement.values().getFirst();
            }
        }
        return "";
    }

    /// Calls back with each count that includes a pod.
    void forEach(String namespace, Map<String, String> labels, Consumer<PodCount> action) {
        if (all.isEmpty()) {
            return;
        }
        visit("", namespace, labels, action);
        labels.forEach((key, value) -> visit(key + '=' + value, namespace, labels, action));
    }

    private void visit(String bucket, String namespace, Map<String, String> labels, Consumer<PodCount> action) {
        List<PodCount> counts = byLabel.get(bucket);
        if (counts != null) {
            for (PodCount count : counts) {
                if (count.kind().selects(namespace, labels)) {
                    action.accept(count);
                }
            }
        }
    }
}
