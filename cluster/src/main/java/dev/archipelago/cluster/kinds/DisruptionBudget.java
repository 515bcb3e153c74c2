package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A PodDisruptionBudget.
public final class DisruptionBudget extends ApiObject {
    public static final Kind<DisruptionBudget> KIND =
            Kind.namespaced("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", DisruptionBudget::new);

    private final Optional<LabelSelector> selector;
    private final JsonNode spec;
    private final JsonNode status;

    private DisruptionBudget(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        selector =
                spec.hasNonNull("selector") ? Optional.of(LabelSelector.of(spec.path("selector"))) : Optional.empty();
    }

    /// Whether the budget covers a pod with these labels.
    public boolean covers(ApiObject pod) {
        return selector.isPresent() && selector.get().matches(pod.labels());
    }

    /// A number or a percentage; missing when unset.
    public JsonNode minAvailable() {
        return spec.path("minAvailable");
    }

    /// A number or a percentage; missing when unset.
    public JsonNode maxUnavailable() {
        return spec.path("maxUnavailable");
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }
}
