package dev.archipelago.cluster.disruption;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.disruption.Scales.Scale;
import dev.archipelago.cluster.kinds.Amounts;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// How many pods there should be, and how many of them must be healthy.
///
/// @param problem why that is unknown
/// @param unmanaged pods without a controller, where the expected count matters
record Expected(int pods, int healthy, Optional<String> problem, List<String> unmanaged) {

    static Expected of(DisruptionBudget budget, List<Pod> pods, Scales scales) {
        JsonNode min = budget.minAvailable();
        if (min.isNumber()) {
            return new Expected(pods.size(), min.asInt(), Optional.empty(), List.of());
        }
        JsonNode max = budget.maxUnavailable();
        if (!isSaid(min) && !isSaid(max)) {
            return new Expected(0, 0, Optional.empty(), List.of());
        }
        Map<String, Integer> wanted = new HashMap<>();
        List<String> unmanaged = new ArrayList<>();
        for (Pod pod : pods) {
            Owner controller = pod.meta().controller().orElse(null);
            if (controller == null) {
                unmanaged.add(pod.name());
                continue;
            }
            Optional<Scale> scale = scales.of(pod.namespace(), controller);
            if (scale.isPresent() && scale.get().replicas().isEmpty()) {
                return failed(controller.kind() + " " + controller.name() + " has no replica count");
            }
            if (scale.isEmpty()) {
                return failed("found no controllers for pod \"" + pod.name() + "\"");
            }
            wanted.put(scale.get().uid(), scale.get().replicas().get());
        }
        int all = (int) Math.min(
                Integer.MAX_VALUE,
                wanted.values().stream().mapToLong(Integer::intValue).sum());
        int healthy = isSaid(max) ? Math.max(0, all - Amounts.scaledUp(max, all)) : Amounts.scaledUp(min, all);
        return new Expected(all, healthy, Optional.empty(), unmanaged);
    }

    private static boolean isSaid(JsonNode amount) {
        return !amount.isMissingNode() && !amount.isNull();
    }

    private static Expected failed(String why) {
        return new Expected(0, 0, Optional.of(why), List.of());
    }
}
