package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.NodeTerm;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What the claims of a pod require of its node.
///
/// @param obstacle why no node fits
/// @param reachable the node affinity of each bound volume
/// @param zones for each unbound claim, the allowed zones of its class
/// @param waiting claims that are provisioned once the pod's node is chosen
/// @param promised the node that such a claim was given already, where a volume may be being provisioned
record VolumeNeeds(
        Optional<String> obstacle,
        List<List<NodeTerm>> reachable,
        List<List<String>> zones,
        List<Claim> waiting,
        Optional<String> promised) {
    static final VolumeNeeds NONE =
            new VolumeNeeds(Optional.empty(), List.of(), List.of(), List.of(), Optional.empty());
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    /// Finds claims, volumes and classes.
    record Storage(
            Function<Key, Optional<Claim>> claims,
            Function<Key, Optional<Volume>> volumes,
            Function<Key, Optional<StorageClass>> classes) {}

    static VolumeNeeds of(Pod pod, Storage storage) {
        if (pod.claims().isEmpty()) {
            return NONE;
        }
        List<List<NodeTerm>> reachable = new ArrayList<>();
        List<List<String>> zones = new ArrayList<>();
        List<Claim> waiting = new ArrayList<>();
        Optional<String> promised = Optional.empty();
        for (Pod.ClaimVolume volume : pod.claims()) {
            Claim claim = storage.claims
                    .apply(new Key(pod.namespace(), volume.claim()))
                    .orElse(null);
            if (claim == null) {
                return impossible("persistentvolumeclaim \"" + volume.claim() + "\" not found");
            }
            if (claim.isDeleting()) {
                return impossible("persistentvolumeclaim \"" + volume.claim() + "\" is being deleted");
            }
            if (claim.isBound()) {
                Volume bound =
                        storage.volumes.apply(Key.global(claim.volumeName())).orElse(null);
                if (bound == null) {
                    return impossible("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
                }
                reachable.addAll(reachable(bound));
                continue;
            }
            StorageClass kind =
                    storage.classes.apply(Key.global(claim.storageClass())).orElse(null);
            if (kind == null || !kind.waitsForConsumer()) {
                return impossible("pod has unbound immediate PersistentVolumeClaims");
            }
            waiting.add(claim);
            zones.add(kind.zones());
            promised = promised.or(() -> selectedNode(claim));
        }
        return new VolumeNeeds(Optional.empty(), reachable, zones, waiting, promised);
    }

    static Optional<String> selectedNode(Claim claim) {
        return Optional.ofNullable(claim.meta().annotations().get(SELECTED_NODE));
    }

    private static VolumeNeeds impossible(String why) {
        return new VolumeNeeds(Optional.of(why), List.of(), List.of(), List.of(), Optional.empty());
    }

    /// The affinity of a volume, or the zone label of old ones.
    private static List<List<NodeTerm>> reachable(Volume volume) {
        List<List<NodeTerm>> all = new ArrayList<>();
        JsonNode required = volume.tree().path("spec").path("nodeAffinity").path("required");
        @Nullable List<NodeTerm> terms = NodeTerm.readAll(required);
        if (terms != null) {
            all.add(terms);
        }
        for (Map.Entry<String, String> label : volume.labels().entrySet()) {
            if (label.getKey().equals(Node.ZONE) || label.getKey().equals(Node.REGION)) {
                List<String> values = List.of(label.getValue().split("__"));
                all.add(List.of(new NodeTerm(List.of(new NodeTerm.Rule(false, label.getKey(), "In", values)))));
            }
        }
        return all;
    }

    /// Whether all volumes, existing and to be provisioned, can be used on a node.
    boolean allow(Node node) {
        for (List<NodeTerm> terms : reachable) {
            if (!NodeTerm.anyMatches(terms, node)) {
                return false;
            }
        }
        for (List<String> allowed : zones) {
            if (!allowed.isEmpty() && !allowed.contains(node.zone())) {
                return false;
            }
        }
        return true;
    }
}
