package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.cluster.kinds.Conditions;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// A member cluster.
public final class Cluster extends ApiObject {
    public static final Kind<Cluster> KIND =
            Kind.global("cluster.karmada.io/v1alpha1", "Cluster", "clusters", Cluster::new);

    public static final String READY = "Ready";

    /// The condition that reports objects there that the federation made and no longer tracks.
    public static final String OBJECTS_LEFT = "ObjectsLeft";

    private final JsonNode spec;
    private final JsonNode status;

    private Cluster(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
    }

    /// Read only.
    public JsonNode spec() {
        return spec;
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    /// Whether its Ready condition is true.
    public boolean isReady() {
        return Conditions.isTrue(status, READY);
    }

    /// Whether its served kinds are known.
    public boolean servesKnownKinds() {
        return !status.path("apiEnablements").isEmpty();
    }

    public boolean serves(Kind<?> kind) {
        for (JsonNode version : status.path("apiEnablements")) {
            if (version.path("groupVersion").asString("").equals(kind.apiVersion())) {
                for (JsonNode resource : version.path("resources")) {
                    if (resource.path("kind").asString("").equals(kind.name())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// The uid of the cluster's `kube-system` namespace, which tells it from others of its name; empty when it
    /// is not known.
    public String id() {
        return status.path("id").asString("");
    }

    /// The labels for cluster selectors: its own, and its name as one.
    public SortedMap<String, String> selectableLabels() {
        SortedMap<String, String> selectable = new TreeMap<>(labels());
        selectable.put(Names.CLUSTER_NAME_LABEL, name());
        return selectable;
    }

    /// The Secret with the credentials for this cluster.
    public Optional<Key> secret() {
        JsonNode reference = spec.path("secretRef");
        return reference.isObject()
                ? Optional.of(new Key(
                        reference.path("namespace").asString(""),
                        reference.path("name").asString("")))
                : Optional.empty();
    }

    /// The Secret with which the federation may impersonate users; empty when it may not.
    public Optional<Key> impersonatorSecret() {
        JsonNode reference = spec.path("impersonatorSecretRef");
        return reference.isObject()
                ? Optional.of(new Key(
                        reference.path("namespace").asString(""),
                        reference.path("name").asString("")))
                : Optional.empty();
    }

    /// The endpoint that credentials may be sent to, and whether its certificate is verified. A Secret must name
    /// this scope to be used.
    public String credentialScope() {
        boolean insecure = spec.path("insecureSkipTLSVerification").asBoolean(false);
        return insecure ? endpoint() + " insecure" : endpoint();
    }

    public String endpoint() {
        return spec.path("apiEndpoint").asString("");
    }
}
