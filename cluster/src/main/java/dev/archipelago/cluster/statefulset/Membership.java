package dev.archipelago.cluster.statefulset;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.objects.Owner;
import dev.archipelago.controller.plan.Action;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Which pods and revisions are a set's own, and what must be written to make it so.
///
/// @param adopts whether something is taken that belonged to nobody
record Membership(List<Pod> pods, List<ControllerRevision> revisions, List<Action> changes, boolean adopts) {

    static Membership of(Observed observed) {
        StatefulSet set = observed.set();
        List<Action> changes = new ArrayList<>();
        boolean adopts = false;
        List<ControllerRevision> revisions = new ArrayList<>();
        for (ControllerRevision revision : observed.revisions()) {
            if (revision.meta().isControlledBy(set.uid())) {
                revisions.add(revision);
            } else if (isFree(set, revision) && set.selector().matches(revision.labels())) {
                changes.add(adoption(set, ControllerRevision.KIND, revision));
                adopts = true;
            }
        }
        List<Pod> pods = new ArrayList<>();
        for (Pod pod : observed.pods()) {
            boolean matches = set.selector().matches(pod.labels()) && Identity.isMember(set, pod);
            if (pod.meta().isControlledBy(set.uid())) {
                if (matches) {
                    pods.add(pod);
                } else if (!set.isDeleting()) {
                    changes.add(release(set, pod));
                }
            } else if (matches && isFree(set, pod)) {
                changes.add(adoption(set, Pod.KIND, pod));
                adopts = true;
            }
        }
        return new Membership(pods, revisions, changes, adopts);
    }

    private static boolean isFree(StatefulSet set, ApiObject object) {
        return object.meta().controller().isEmpty() && !object.isDeleting() && !set.isDeleting();
    }

    private static Action adoption(StatefulSet set, Kind<?> kind, ApiObject orphan) {
        return owners(kind, orphan, Owner.controlling(StatefulSet.KIND, set).json());
    }

    private static Action release(StatefulSet set, Pod pod) {
        return owners(Pod.KIND, pod, Json.object().put("$patch", "delete").put("uid", set.uid()));
    }

    /// Changes one owner. The uid makes sure that it is done to this very object.
    private static Action owners(Kind<?> kind, ApiObject object, ObjectNode owner) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
        metadata.putArray("ownerReferences").add(owner);
        return new Action.Patch(kind, object.key(), "", new PatchBody.Strategic(patch), false);
    }
}
