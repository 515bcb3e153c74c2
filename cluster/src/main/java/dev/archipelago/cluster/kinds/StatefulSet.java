package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A StatefulSet.
public final class StatefulSet extends ApiObject {
    public static final Kind<StatefulSet> KIND =
            Kind.namespaced("apps/v1", "StatefulSet", "statefulsets", StatefulSet::new);

    private final JsonNode spec;
    private final JsonNode status;
    private final LabelSelector selector;
    private final List<ClaimTemplate> claimTemplates;

    /// A volume claim template.
    ///
    /// @param json read only
    public record ClaimTemplate(String name, JsonNode json) {}

    private StatefulSet(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        selector = LabelSelector.of(spec.get("selector"));
        List<ClaimTemplate> templates = new ArrayList<>();
        spec.path("volumeClaimTemplates")
                .forEach(json -> templates.add(
                        new ClaimTemplate(json.path("metadata").path("name").asString(""), json)));
        claimTemplates = List.copyOf(templates);
    }

    public int replicas() {
        return spec.path("replicas").asInt(1);
    }

    /// The ordinal of its first pod.
    public int start() {
        return spec.path("ordinals").path("start").asInt(0);
    }

    public String serviceName() {
        return spec.path("serviceName").asString("");
    }

    public LabelSelector selector() {
        return selector;
    }

    public JsonNode matchLabels() {
        return spec.path("selector").path("matchLabels");
    }

    /// Read only.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    public List<ClaimTemplate> claimTemplates() {
        return claimTemplates;
    }

    /// Whether pods are started and stopped without waiting for each other.
    public boolean isParallel() {
        return spec.path("podManagementPolicy").asString("").equals("Parallel");
    }

    /// Whether pods are replaced only after a user deletes them.
    public boolean updatesOnDelete() {
        return spec.path("updateStrategy").path("type").asString("").equals("OnDelete");
    }

    /// How many pods, from the first ordinal on, are not updated; empty when the strategy has no parameters.
    public Optional<Integer> partition() {
        JsonNode rolling = spec.path("updateStrategy").path("rollingUpdate");
        return rolling.isObject() ? Optional.of(rolling.path("partition").asInt(0)) : Optional.empty();
    }

    /// How many pods may be unavailable during an update; empty when unset.
    public Optional<Integer> maxUnavailable() {
        JsonNode given = spec.path("updateStrategy").path("rollingUpdate").path("maxUnavailable");
        if (given.isMissingNode() || given.isNull()) {
            return Optional.empty();
        }
        return Optional.of(Math.max(1, Amounts.scaledDown(given, replicas())));
    }

    public int revisionHistoryLimit() {
        return spec.path("revisionHistoryLimit").asInt(10);
    }

    public int minReadySeconds() {
        return spec.path("minReadySeconds").asInt(0);
    }

    /// Whether claims are deleted with the set.
    public boolean deletesClaimsWithSet() {
        return retention("whenDeleted").equals("Delete");
    }

    /// Whether the claims of a pod are deleted when it is scaled down.
    public boolean deletesClaimsOfScaledDown() {
        return retention("whenScaled").equals("Delete");
    }

    private String retention(String when) {
        return spec.path("persistentVolumeClaimRetentionPolicy").path(when).asString("Retain");
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }
}
