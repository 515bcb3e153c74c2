package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The expected final state: each set has its pods and reports them, and nothing is left of deleted objects.
final class FinalState {
    private final Truth truth;
    private final ClusterApi api;

    FinalState(World world) {
        this.truth = world.invariants().truth();
        this.api = world.server().api("rest");
    }

    /// What differs from the expected state.
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (StatefulSet set : truth.sets()) {
            if (set.isDeleting()) {
                missing.add(set.key() + " is still being deleted");
            } else {
                missing(set, missing);
            }
        }
        if (missing.isEmpty()) {
            leftOvers(missing);
        }
        return missing;
    }

    private void missing(StatefulSet set, List<String> missing) {
        List<Pod> pods = truth.pods().stream()
                .filter(pod -> pod.meta().isControlledBy(set.uid()))
                .toList();
        String update = set.status().path("updateRevision").asString("");
        for (Pod pod : pods) {
            boolean fine = Member.ofPod(pod.key()).isWanted(set)
                    && truth.isAvailable(pod.key(), set)
                    && update.equals(pod.labels().get("controller-revision-hash"));
            if (!fine) {
                missing.add(pod.key() + " is not as it should be");
            }
            for (StatefulSet.ClaimTemplate template : set.claimTemplates()) {
                if (truth.claim(new Key(pod.namespace(), template.name() + '-' + pod.name()))
                        .isEmpty()) {
                    missing.add(pod.key() + " has no claim");
                }
            }
        }
        Map<String, Object> wrong = new TreeMap<>();
        for (String count : List.of("replicas", "readyReplicas", "availableReplicas", "updatedReplicas")) {
            wrong.put(count, set.status().path(count).asInt(0));
        }
        wrong.values().removeIf(count -> count.equals(set.replicas()) && pods.size() == set.replicas());
        if (!wrong.isEmpty()) {
            missing.add(set.key() + " says " + wrong + " and has " + pods.size() + " of " + set.replicas());
        }
        if (set.status().path("observedGeneration").asLong(0) != set.meta().generation()) {
            missing.add(set.key() + " has not been observed");
        }
        if (!update.equals(set.status().path("currentRevision").asString("-"))
                || !truth.isOfTemplate(update, set)
                || !has(set, update)) {
            missing.add(set.key() + " has not completed its update: " + set.status());
        }
        if (!set.status().path("conditions").isEmpty()) {
            missing.add(set.key() + " still complains: " + set.status().path("conditions"));
        }
    }

    private boolean has(StatefulSet set, String revision) {
        return api.get(ControllerRevision.KIND, new Key(set.namespace(), revision))
                .filter(found -> found.meta().isControlledBy(set.uid()))
                .isPresent();
    }

    /// Reports objects whose owner is gone.
    private void leftOvers(List<String> missing) {
        List<ApiObject> all = new ArrayList<>();
        all.addAll(truth.sets());
        all.addAll(truth.pods());
        all.addAll(api.list(Claim.KIND).objects());
        all.addAll(api.list(ControllerRevision.KIND).objects());
        Set<String> uids = new HashSet<>();
        all.forEach(object -> uids.add(object.uid()));
        for (ApiObject object : all) {
            for (Owner owner : object.meta().owners()) {
                if (!uids.contains(owner.uid())) {
                    missing.add(object + " belongs to " + owner.name() + ", which is gone");
                }
            }
        }
    }
}
