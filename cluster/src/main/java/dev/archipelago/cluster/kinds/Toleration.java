package dev.archipelago.cluster.kinds;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// A toleration of a pod.
///
/// @param key empty for all taints
/// @param effect empty for all effects
/// @param seconds how long a NoExecute taint is tolerated; empty for ever
public record Toleration(String key, boolean exists, String value, String effect, OptionalLong seconds) {

    /// Reads `spec.tolerations`.
    public static List<Toleration> read(JsonNode tolerations) {
        if (tolerations.isEmpty()) {
            return List.of();
        }
        List<Toleration> list = new ArrayList<>(tolerations.size());
        for (JsonNode json : tolerations) {
            JsonNode seconds = json.path("tolerationSeconds");
            list.add(new Toleration(
                    json.path("key").asString(""),
                    json.path("operator").asString("").equals("Exists"),
                    json.path("value").asString(""),
                    json.path("effect").asString(""),
                    seconds.isNumber() ? OptionalLong.of(seconds.asLong()) : OptionalLong.empty()));
        }
        return List.copyOf(list);
    }

    public boolean tolerates(Node.Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return exists || value.equals(taint.value());
    }

    /// Whether any of them tolerates a taint.
    public static boolean tolerates(List<Toleration> tolerations, Node.Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}
