package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Workload;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How far one cluster is with new pods. It is kept in the binding's status.
///
/// @param revision that it was last told to run; empty for what has no pods
/// @param updating whether it is replacing others by those
public record RolloutStep(String revision, boolean updating) {

    /// Reads it from what a binding says of a cluster.
    public static RolloutStep read(JsonNode item) {
        return new RolloutStep(
                item.path("revision").asString(""), item.path("updating").asBoolean(false));
    }

    public void writeTo(ObjectNode item) {
        if (!revision.isEmpty()) {
            item.put("revision", revision);
        }
        if (updating) {
            item.put("updating", true);
        }
    }

    /// Where it is now. The first pods that it runs replace no others, and those that only become more or fewer do not
    /// either.
    public static RolloutStep of(Workload workload, RolloutStep before, InCluster in) {
        String told = in.object()
                .map(object -> object.path("metadata")
                        .path("annotations")
                        .path(Names.REVISION)
                        .asString(""))
                .orElse("");
        if (told.isEmpty()) {
            return before;
        }
        boolean replaces = !before.revision.isEmpty() && (before.updating || !told.equals(before.revision));
        return new RolloutStep(told, replaces && !isDone(workload, in));
    }

    private static boolean isDone(Workload workload, InCluster in) {
        return in.reachable() && in.current() && in.isObserved() && workload.isUpdated(in);
    }

    /// Whether new pods have come since.
    public boolean beginsAfter(RolloutStep before) {
        return !before.revision.isEmpty() && !revision.equals(before.revision);
    }

    /// Whether all pods have become new ones since.
    public boolean endsAfter(RolloutStep before) {
        return !updating && (before.updating || beginsAfter(before));
    }
}
