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

    /// The condition that tells of objects there that the federation made and has nothing of any more.
    public static final String OBJECTS_LEFT = "ObjectsLeft";

    private final JsonNode spec;
    private final JsonNode status;

    private Cluster(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
    }

    /// Not to be changed.
    public JsonNode spec() {
        return spec;
    }

    /// Not to be changed.
    public JsonNode status() {
        return status;
    }

    /// Whether it answers, as far as is known.
    public boolean isReady() {
        return Conditions.isTrue(status, READY);
    }

    /// Whether it has been asked yet which kinds it serves.
    public boolean saysWhatItServes() {
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

    /// What tells it from any other cluster of its name; empty when it is not known.
    public String id() {
        return status.path("id").asString("");
    }

    /// What it can be selected by: its labels, and its name as if it were one.
    public SortedMap<String, String> selectableLabels() {
        SortedMap<String, String> selectable = new TreeMap<>(labels());
        selectable.put(Names.CLUSTER_NAME_LABEL, name());
        return selectable;
    }

    /// Where the credentials are that the federation comes with.
    public Optional<Key> secret() {
        JsonNode reference = spec.path("secretRef");
        return reference.isObject()
                ? Optional.of(new Key(
                        reference.path("namespace").asString(""),
                        reference.path("name").asString("")))
                : Optional.empty();
    }

    /// Where the credentials are with which the federation may act for others; nothing when it may not.
    public Optional<Key> impersonatorSecret() {
        JsonNode reference = spec.path("impersonatorSecretRef");
        return reference.isObject()
                ? Optional.of(new Key(
                        reference.path("namespace").asString(""),
                        reference.path("name").asString("")))
                : Optional.empty();
    }

    /// Where its credentials are sent to, and whether whoever answers there is believed: what a Secret must say that it
    /// is for.
    public String credentialScope() {
        boolean insecure = spec.path("insecureSkipTLSVerification").asBoolean(false);
        return insecure ? endpoint() + " insecure" : endpoint();
    }

    public String endpoint() {
        return spec.path("apiEndpoint").asString("");
    }
}
