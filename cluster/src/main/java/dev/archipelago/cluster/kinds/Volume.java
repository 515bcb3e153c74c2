package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.api.quantity.Quantity;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A PersistentVolume.
public final class Volume extends ApiObject {
    public static final Kind<Volume> KIND = Kind.global("v1", "PersistentVolume", "persistentvolumes", Volume::new);

    private final String phase;
    private final String capacity;
    private final List<String> accessModes;
    private final String storageClass;
    private final String reclaimPolicy;
    private final String mode;
    private final Optional<ClaimReference> claim;
    private final List<String> zones;

    /// The claim that a volume belongs to.
    ///
    /// @param uid empty when the volume is reserved for any claim with the name
    public record ClaimReference(Key key, String uid) {

        /// Whether it may refer to this claim.
        public boolean allows(Claim other) {
            return key.equals(other.key()) && (uid.isEmpty() || uid.equals(other.uid()));
        }

        /// Whether it refers to this claim by uid.
        public boolean means(Claim other) {
            return uid.equals(other.uid());
        }
    }

    private Volume(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        phase = Texts.shared(tree.path("status").path("phase"));
        capacity = Texts.shared(spec.path("capacity").path("storage"));
        accessModes = Texts.list(spec.path("accessModes"));
        storageClass = Texts.shared(spec.path("storageClassName"));
        reclaimPolicy = Texts.shared(spec.path("persistentVolumeReclaimPolicy").asString("Retain"));
        mode = Texts.shared(spec.path("volumeMode").asString("Filesystem"));
        claim = claim(spec.path("claimRef"));
        zones = zones(spec.path("nodeAffinity").path("required").path("nodeSelectorTerms"));
    }

    private static Optional<ClaimReference> claim(JsonNode json) {
        if (!json.isObject() || json.isEmpty()) {
            return Optional.empty();
        }
        Key key =
                new Key(Texts.shared(json.path("namespace")), json.path("name").asString(""));
        return Optional.of(new ClaimReference(key, json.path("uid").asString("")));
    }

    private static List<String> zones(JsonNode terms) {
        for (JsonNode expression : terms.path(0).path("matchExpressions")) {
            if (expression.path("key").asString("").equals(Node.ZONE)
                    && expression.path("operator").asString("").equals("In")) {
                return Texts.list(expression.path("values"));
            }
        }
        return List.of();
    }

    public String phase() {
        return phase;
    }

    /// As written; [#size()] to count with it.
    public String capacity() {
        return capacity;
    }

    public Quantity size() {
        return capacity.isEmpty() ? Quantity.ZERO : Quantity.parse(capacity);
    }

    public List<String> accessModes() {
        return accessModes;
    }

    /// Empty for none.
    public String storageClass() {
        return storageClass;
    }

    /// Retain, Delete or Recycle.
    public String reclaimPolicy() {
        return reclaimPolicy;
    }

    /// Filesystem or Block.
    public String mode() {
        return mode;
    }

    public Optional<ClaimReference> claim() {
        return claim;
    }

    /// The zones that it can be used in; empty for all.
    public List<String> zones() {
        return zones;
    }
}
