package dev.archipelago.cluster.node.simulated;

import dev.archipelago.cluster.kinds.Pod;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules for the containers of one pod: those in its annotations, then the defaults.
record Rules(Map<String, String> annotations, Map<String, String> defaults) {

    static Rules of(Pod pod, Map<String, String> defaults) {
        return new Rules(pod.meta().annotations(), defaults);
    }

    /// @param container empty for the rule of all containers
    String text(String rule, String container) {
        if (annotations.isEmpty() && defaults.isEmpty()) {
            return "";
        }
        @Nullable String own = annotations.get(SimulatedRuntime.PREFIX + rule + '.' + container);
        if (own == null) {
            own = annotations.get(SimulatedRuntime.PREFIX + rule);
        }
        return own == null ? defaults.getOrDefault(rule, "") : own;
    }

    boolean has(String rule, String container) {
        return !text(rule, container).isEmpty();
    }

    Duration duration(String rule, String container) {
        return Durations.parse(text(rule, container));
    }

    int number(String rule, String container) {
        try {
            String text = text(rule, container);
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    boolean is(String rule, String container) {
        return text(rule, container).equals("true");
    }
}
