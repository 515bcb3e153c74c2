package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.StatefulSet.ClaimTemplate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Creates the pod and the claims of an ordinal.
final class PodFactory {
    private final StatefulSet set;

    PodFactory(StatefulSet set) {
        this.set = set;
    }

    ObjectNode pod(int ordinal, ControllerRevision revision) {
        ObjectNode pod = RevisionData.template(revision.data());
        pod.put("apiVersion", Pod.KIND.apiVersion()).put("kind", Pod.KIND.name());
        ObjectNode metadata = pod.withObjectProperty("metadata");
        metadata.put("name", PodIdentity.podName(set, ordinal));
        metadata.put("generateName", set.name() + '-');
        metadata.put("namespace", set.namespace());
        mark(pod, ordinal);
        metadata.withObjectProperty("labels").put(PodIdentity.REVISION_LABEL, revision.name());
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(StatefulSet.KIND, set).json());
        ObjectNode spec = pod.withObjectProperty("spec");
        spec.put("hostname", PodIdentity.podName(set, ordinal));
        spec.put("subdomain", set.serviceName());
        if (set.serviceName().isEmpty()) {
            spec.remove("subdomain");
        }
        mount(spec, ordinal);
        return pod;
    }

    private void mark(ObjectNode pod, int ordinal) {
        pod.withObjectProperty("metadata")
                .withObjectProperty("labels")
                .put(PodIdentity.POD_NAME_LABEL, PodIdentity.podName(set, ordinal))
                .put(PodIdentity.POD_INDEX_LABEL, Integer.toString(ordinal));
    }

    /// Adds the volumes from claim templates. A claim replaces a volume of the same name.
    private void mount(ObjectNode spec, int ordinal) {
        if (set.claimTemplates().isEmpty()) {
            return;
        }
        Set<String> claimed = new HashSet<>();
        ArrayNode volumes = spec.arrayNode();
        for (ClaimTemplate template : set.claimTemplates()) {
            claimed.add(template.name());
            volumes.addObject()
                    .put("name", template.name())
                    .putObject("persistentVolumeClaim")
                    .put("claimName", PodIdentity.claimName(template, set, ordinal));
        }
        for (JsonNode volume : spec.path("volumes")) {
            if (!claimed.contains(volume.path("name").asString(""))) {
                volumes.add(volume);
            }
        }
        spec.set("volumes", volumes);
    }

    ObjectNode claim(ClaimTemplate template, int ordinal, Optional<Owner> owner) {
        ObjectNode claim = (ObjectNode) template.json().deepCopy();
        claim.put("apiVersion", Claim.KIND.apiVersion()).put("kind", Claim.KIND.name());
        claim.remove("status");
        ObjectNode metadata = claim.withObjectProperty("metadata");
        metadata.remove("creationTimestamp");
        metadata.put("name", PodIdentity.claimName(template, set, ordinal));
        metadata.put("namespace", set.namespace());
        if (!set.matchLabels().isEmpty()) {
            ObjectNode labels = metadata.withObjectProperty("labels");
            set.matchLabels().properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        }
        owner.ifPresent(given -> metadata.putArray("ownerReferences").add(given.json()));
        return claim;
    }

    /// Whether a pod has its claims as volumes.
    boolean isMounted(Pod pod) {
        int ordinal = PodIdentity.ordinal(pod.name());
        return set.claimTemplates().stream()
                .allMatch(template -> pod.claims()
                        .contains(new Pod.ClaimVolume(template.name(), PodIdentity.claimName(template, set, ordinal))));
    }

    /// A pod with its labels and volumes; empty when it has them.
    Optional<ObjectNode> corrected(Pod pod) {
        int ordinal = PodIdentity.ordinal(pod.name());
        boolean mounted = isMounted(pod);
        if (mounted && PodIdentity.isMarked(pod)) {
            return Optional.empty();
        }
        ObjectNode tree = pod.tree();
        mark(tree, ordinal);
        if (!mounted) {
            mount(tree.withObjectProperty("spec"), ordinal);
        }
        return Optional.of(tree);
    }
}
