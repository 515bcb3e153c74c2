package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A StorageClass.
public final class StorageClass extends ApiObject {
    public static final Kind<StorageClass> KIND =
            Kind.global("storage.k8s.io/v1", "StorageClass", "storageclasses", StorageClass::new);

    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";
    private static final String OLD_DEFAULT = "storageclass.beta.kubernetes.io/is-default-class";

    private final String provisioner;
    private final String reclaimPolicy;
    private final boolean waits;
    private final boolean expansion;
    private final List<String> zones;

    private StorageClass(Stored stored, JsonNode tree) {
        super(stored, tree);
        provisioner = Texts.shared(tree.path("provisioner"));
        reclaimPolicy = Texts.shared(tree.path("reclaimPolicy").asString("Delete"));
        waits = tree.path("volumeBindingMode").asString("").equals("WaitForFirstConsumer");
        expansion = tree.path("allowVolumeExpansion").asBoolean(false);
        zones = zones(tree.path("allowedTopologies"));
    }

    private static List<String> zones(JsonNode topologies) {
        List<String> zones = new ArrayList<>();
        for (JsonNode topology : topologies) {
            for (JsonNode expression : topology.path("matchLabelExpressions")) {
                if (expression.path("key").asString("").equals(Node.ZONE)) {
                    zones.addAll(Texts.list(expression.path("values")));
                }
            }
        }
        return List.copyOf(zones);
    }

    public String provisioner() {
        return provisioner;
    }

    /// What happens to a volume after its claim is deleted: Delete or Retain.
    public String reclaimPolicy() {
        return reclaimPolicy;
    }

    /// Whether volumes are provisioned when the first pod is scheduled.
    public boolean waitsForConsumer() {
        return waits;
    }

    /// Whether volumes may be expanded.
    public boolean allowsExpansion() {
        return expansion;
    }

    /// The allowed zones of volumes; empty for all.
    public List<String> zones() {
        return zones;
    }

    /// Whether it is the class of claims that name none.
    public boolean isDefault() {
        return isTrue(DEFAULT) || isTrue(OLD_DEFAULT);
    }

    private boolean isTrue(String annotation) {
        return meta().annotations().getOrDefault(annotation, "").equals("true");
    }
}
