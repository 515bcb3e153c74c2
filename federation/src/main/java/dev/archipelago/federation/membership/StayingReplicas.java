package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Workloads;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// The replicas of one StatefulSet in a cluster that leaves the federation.
record StayingReplicas(Binding binding, Binding.Target target) {
    private static final int TRIES = 10;

    /// The replicas of all sets in a cluster, in the order of the sets.
    static List<StayingReplicas> in(String cluster, ClusterApi federation) {
        return federation.list(Binding.KIND).objects().stream()
                .filter(binding ->
                        !binding.isDeleting() && Workloads.of(binding).hasIdentities())
                .sorted(Comparator.comparing(Binding::key))
                .flatMap(
                        binding -> binding.target(cluster).map(target -> new StayingReplicas(binding, target)).stream())
                .filter(staying -> staying.count() > 0 || staying.isGlobal())
                .toList();
    }

    int count() {
        return target.replicas().orElse(0);
    }

    /// Whether they have global ordinals, whose names nobody else may get.
    boolean isGlobal() {
        return target.start().isPresent() && target.claimed().orElse(count()) > 0;
    }

    /// The message to the user before the cluster leaves.
    String text(boolean given) {
        String replicas = count() == 1 ? "1 replica" : count() + " replicas";
        String set = binding.resource().path("kind").asString("") + ' ' + binding.template() + ": " + replicas;
        return given
                ? set + " in " + target.cluster() + (count() == 1 ? " is" : " are")
                        + " given up: as many are placed in other clusters, with other names and new volumes; what runs in "
                        + target.cluster() + " runs until a user deletes it there"
                : set + (count() == 1 ? " stays in " : " stay in ") + target.cluster() + " and "
                        + (count() == 1 ? "is" : "are") + " not moved: the set runs with fewer";
    }

    String ordinals() {
        int first = target.start().orElse(0);
        int last = first + target.claimed().orElse(count()) - 1;
        return first == last ? "ordinal " + first : "ordinals " + first + " to " + last;
    }

    /// Gives them up, so that as many are placed elsewhere. Only after the cluster has left.
    void release(ClusterApi federation) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            Binding now = federation
                    .get(Binding.KIND, binding.key())
                    .filter(found -> found.templateUid().equals(binding.templateUid()))
                    .orElse(null);
            if (now == null) {
                return;
            }
            SortedSet<String> released = new TreeSet<>(now.released());
            released.add(target.cluster());
            ObjectNode patch = Json.object();
            patch.putObject("metadata")
                    .put("uid", now.uid())
                    .put("resourceVersion", Long.toString(now.resourceVersion()));
            patch.putObject("spec").set("released", Json.array(released));
            try {
                federation.patch(Binding.KIND, now.key(), "", new PatchBody.Merge(patch), false);
                return;
            } catch (ApiException e) {
                if (e.reason() != Reason.CONFLICT) {
                    throw e;
                }
            }
        }
        throw new IOException("the binding " + binding.key() + " changes all the time; try again with --move");
    }
}
