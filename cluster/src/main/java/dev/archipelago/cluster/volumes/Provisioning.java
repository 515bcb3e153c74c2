package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import tools.jackson.databind.node.ObjectNode;

/// Provisions simulated volumes. Their name is derived from the claim, so that concurrent provisioning
/// creates one volume.
final class Provisioning {
    private Provisioning() {}

    static String name(Claim claim) {
        return "pvc-" + claim.uid();
    }

    /// @param node where it will be used first, if known
    /// @param zones the zones with nodes
    static ObjectNode volume(Claim claim, StorageClass storageClass, Optional<Node> node, SortedSet<String> zones) {
        String name = name(claim);
        ObjectNode volume =
                Json.object().put("apiVersion", Volume.KIND.apiVersion()).put("kind", Volume.KIND.name());
        ObjectNode metadata = volume.putObject("metadata").put("name", name);
        metadata.putObject("annotations").put(Names.PROVISIONED_BY, Names.PROVISIONER);
        metadata.putArray("finalizers").add(Names.VOLUME_PROTECTION);
        ObjectNode spec = volume.putObject("spec");
        claim.accessModes().forEach(spec.putArray("accessModes")::add);
        spec.putObject("capacity").put("storage", claim.request());
        spec.set("claimRef", Writing.reference(claim));
        spec.putObject("csi").put("driver", Names.DRIVER).put("volumeHandle", name);
        spec.put("persistentVolumeReclaimPolicy", storageClass.reclaimPolicy());
        spec.put("storageClassName", storageClass.name());
        spec.put("volumeMode", claim.mode());
        String zone = node.map(Node::zone).orElseGet(() -> zone(claim, storageClass, zones));
        if (!zone.isEmpty()) {
            spec.putObject("nodeAffinity")
                    .putObject("required")
                    .putArray("nodeSelectorTerms")
                    .addObject()
                    .putArray("matchExpressions")
                    .addObject()
                    .put("key", Node.ZONE)
                    .put("operator", "In")
                    .putArray("values")
                    .add(zone);
        }
        return volume;
    }

    /// A zone that depends on the claim's name only, such that the replicas of a set are spread evenly.
    static String zone(Claim claim, StorageClass storageClass, SortedSet<String> zones) {
        List<String> allowed = zones.stream()
                .filter(zone ->
                        storageClass.zones().isEmpty() || storageClass.zones().contains(zone))
                .toList();
        List<String> choice = allowed.isEmpty() ? storageClass.zones() : allowed;
        if (choice.isEmpty()) {
            return "";
        }
        int dash = claim.name().lastIndexOf('-');
        int ordinal = ordinal(claim.name().substring(dash + 1));
        String stem = ordinal < 0 ? claim.name() : claim.name().substring(0, dash);
        return choice.get(Math.floorMod(stem.hashCode() + Math.max(0, ordinal), choice.size()));
    }

    private static int ordinal(String text) {
        boolean number = !text.isEmpty() && text.length() < 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Integer.parseInt(text) : -1;
    }
}
