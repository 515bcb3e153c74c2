package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Deployment.
public final class Deployment extends ApiObject {
    public static final Kind<Deployment> KIND =
            Kind.namespaced("apps/v1", "Deployment", "deployments", Deployment::new);

    private final JsonNode spec;
    private final JsonNode status;
    private final LabelSelector selector;

    private Deployment(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        selector = LabelSelector.of(spec.get("selector"));
    }

    public int replicas() {
        return spec.path("replicas").asInt(1);
    }

    public LabelSelector selector() {
        return selector;
    }

    /// Read only.
    public ObjectNode selectorJson() {
        return (ObjectNode) spec.get("selector");
    }

    /// Read only.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    public boolean isPaused() {
        return spec.path("paused").asBoolean(false);
    }

    /// Whether all old pods are deleted before the first new one is created.
    public boolean isRecreated() {
        return spec.path("strategy").path("type").asString("").equals("Recreate");
    }

    /// How many pods may exist beyond the replicas. The sum of both fits into an int.
    public int maxSurge() {
        return isRecreated()
                ? 0
                : Math.min(Amounts.scaledUp(rolling("maxSurge"), replicas()), Integer.MAX_VALUE - replicas());
    }

    /// How many pods may be unavailable; at least one when rounding leaves no room to move.
    public int maxUnavailable() {
        if (isRecreated() || replicas() == 0) {
            return 0;
        }
        int given = Amounts.scaledDown(rolling("maxUnavailable"), replicas());
        return Math.min(replicas(), given == 0 && maxSurge() == 0 ? 1 : given);
    }

    private JsonNode rolling(String limit) {
        return spec.path("strategy").path("rollingUpdate").path(limit);
    }

    public int minReadySeconds() {
        return spec.path("minReadySeconds").asInt(0);
    }

    /// How many old ReplicaSets are kept; empty for all.
    public Optional<Integer> revisionHistoryLimit() {
        return limit("revisionHistoryLimit");
    }

    /// The progress deadline; empty for none.
    public Optional<Duration> progressDeadline() {
        return limit("progressDeadlineSeconds").map(Duration::ofSeconds);
    }

    private Optional<Integer> limit(String field) {
        int given = spec.path(field).asInt(Integer.MAX_VALUE);
        return given == Integer.MAX_VALUE ? Optional.empty() : Optional.of(given);
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    /// A count of its status, such as `readyReplicas`.
    public int counted(String field) {
        return status.path(field).asInt(0);
    }
}
