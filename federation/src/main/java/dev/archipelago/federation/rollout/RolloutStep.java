package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Workload;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How far one cluster is with an update of its pods. It is stored in the binding's status.
///
/// @param revision of its pod template; empty for kinds without pods
/// @param updating whether it is replacing pods
public record RolloutStep(String revision, boolean updating) {

    /// Reads a cluster's entry in the status of a binding.
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

    /// The current step. Initial pods and scaling are not updates.
    public static RolloutStep of(Workload workload, RolloutStep before, InCluster in) {
        String revision = in.object()
                .map(object -> object.path("metadata")
                        .path("annotations")
                        .path(Names.REVISION)
                        .asString(""))
                .orElse("");
        if (revision.isEmpty()) {
            return before;
        }
        boolean replaces = !before.revision.isEmpty() && (before.updating || !revision.equals(before.revision));
        return new RolloutStep(revision, replaces && !isDone(workload, in));
    }

    private static boolean isDone(Workload workload, InCluster in) {
        return in.reachable() && in.current() && in.isObserved() && workload.isUpdated(in);
    }

    /// Whether an update has begun since.
    public boolean beginsAfter(RolloutStep before) {
        return !before.revision.isEmpty() && !revision.equals(before.revision);
    }

    /// Whether an update has ended since.
    public boolean endsAfter(RolloutStep before) {
        return !updating && (before.updating || beginsAfter(before));
    }
}
