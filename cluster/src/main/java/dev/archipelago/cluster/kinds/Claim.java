package dev.archipelago.cluster.kinds;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.objects.Texts;
import tools.jackson.databind.JsonNode;

/// A PersistentVolumeClaim.
public final class Claim extends ApiObject {
    public static final Kind<Claim> KIND =
            Kind.namespaced("v1", "PersistentVolumeClaim", "persistentvolumeclaims", Claim::new);

    private final String phase;
    private final String volumeName;
    private final String storageClass;

    private Claim(Stored stored, JsonNode tree) {
        super(stored, tree);
        phase = Texts.shared(tree.path("status").path("phase"));
        volumeName = tree.path("spec").path("volumeName").asString("");
        storageClass = Texts.shared(tree.path("spec").path("storageClassName"));
    }

    public String phase() {
        return phase;
    }

    public boolean isBound() {
        return phase.equals("Bound");
    }

    /// The volume it is bound to, or asks for; empty for none.
    public String volumeName() {
        return volumeName;
    }

    public String storageClass() {
        return storageClass;
    }
}
