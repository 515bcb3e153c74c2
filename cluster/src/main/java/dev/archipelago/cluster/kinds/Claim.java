package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.api.quantity.Quantity;
import dev.archipelago.api.selector.LabelSelector;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A PersistentVolumeClaim.
public final class Claim extends ApiObject {
    public static final Kind<Claim> KIND =
            Kind.namespaced("v1", "PersistentVolumeClaim", "persistentvolumeclaims", Claim::new);

    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private final String phase;
    private final String capacity;
    private final String volumeName;
    private final boolean namesClass;
    private final String storageClass;
    private final String request;
    private final List<String> accessModes;
    private final String mode;
    private final Optional<LabelSelector> selector;

    private Claim(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        phase = Texts.shared(tree.path("status").path("phase"));
        capacity = Texts.shared(tree.path("status").path("capacity").path("storage"));
        volumeName = spec.path("volumeName").asString("");
        String old = meta().annotations().get(OLD_CLASS);
        namesClass = old != null || spec.hasNonNull("storageClassName");
        storageClass = old != null ? old : Texts.shared(spec.path("storageClassName"));
        request = Texts.shared(spec.path("resources").path("requests").path("storage"));
        accessModes = Texts.list(spec.path("accessModes"));
        mode = Texts.shared(spec.path("volumeMode").asString("Filesystem"));
        selector =
                spec.hasNonNull("selector") ? Optional.of(LabelSelector.of(spec.path("selector"))) : Optional.empty();
    }

    public String phase() {
        return phase;
    }

    public boolean isBound() {
        return phase.equals("Bound");
    }

    /// Its capacity; zero while it is unbound.
    public Quantity given() {
        return capacity.isEmpty() ? Quantity.ZERO : Quantity.parse(capacity);
    }

    /// The volume it is bound to or requests; empty for none.
    public String volumeName() {
        return volumeName;
    }

    /// Whether it names a class, even the empty one.
    public boolean namesClass() {
        return namesClass;
    }

    public String storageClass() {
        return storageClass;
    }

    /// As written; [#size()] to count with it.
    public String request() {
        return request;
    }

    public Quantity size() {
        return request.isEmpty() ? Quantity.ZERO : Quantity.parse(request);
    }

    public List<String> accessModes() {
        return accessModes;
    }

    /// Filesystem or Block.
    public String mode() {
        return mode;
    }

    /// The selector for volumes, if it has one.
    public Optional<LabelSelector> selector() {
        return selector;
    }

    /// The node that the scheduler selected for the first pod; empty until then.
    public String selectedNode() {
        return meta().annotations().getOrDefault(SELECTED_NODE, "");
    }
}
