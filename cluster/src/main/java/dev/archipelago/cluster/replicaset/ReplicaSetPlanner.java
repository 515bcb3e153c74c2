package dev.archipelago.cluster.replicaset;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.ownership.Ownership;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.ArrayList;
import java.util.List;

/// Decides what to do about one set: adoption, then creating missing or deleting surplus pods, then the status.
final class ReplicaSetPlanner {
    private final ReplicaSetState observed;
    private final ReplicaSet set;

    private ReplicaSetPlanner(ReplicaSetState observed) {
        this.observed = observed;
        this.set = observed.set();
    }

    static Plan plan(ReplicaSetState observed) {
        ReplicaSet set = observed.set();
        Ownership<Pod> ownership = Ownership.of(
                observed.kind(),
                set,
                Pod.KIND,
                observed.pods(),
                pod -> set.selector().matches(pod.labels()));
        return ownership
                .adoptionPlan(observed.kind(), set)
                .orElseGet(() -> new ReplicaSetPlanner(observed).plan(ownership.own()));
    }

    private Plan plan(List<Pod> own) {
        Pods pods = Pods.of(set, own, observed.now());
        PodControl<ReplicaSet> control = new PodControl<>(observed.kind(), set, own, observed.taken());
        Plan.Builder plan = Plan.builder();
        ReplicaSetStatus status = ReplicaSetStatus.of(observed.kind(), pods);
        int surplus = set.isDeleting() ? 0 : pods.active().size() - set.replicas();
        if (surplus > 0) {
            List<Pod> toDelete = toDelete(pods, surplus);
            // The status is written first, so that nobody counts on the pods that are about to be deleted.
            ReplicaSetStatus.of(observed.kind(), pods.without(toDelete))
                    .succeeding()
                    .write()
                    .ifPresent(plan::perform);
            plan.together(deletions(control, toDelete));
        } else {
            plan.together(creations(control, -surplus));
            status.succeeding().write().ifPresent(plan::perform);
        }
        pods.nextAvailable().ifPresent(plan::lookAgain);
        plan.afterFailure(failure -> afterFailure(failure, status));
        return plan.build();
    }

    private List<List<Step.Do>> creations(PodControl<ReplicaSet> control, int missing) {
        List<List<Step.Do>> creations = new ArrayList<>();
        for (int i = 0; i < Math.min(missing, PodControl.BURST_MAX); i++) {
            creations.add(List.of(control.create(set.template())));
        }
        return creations;
    }

    private List<Pod> toDelete(Pods pods, int surplus) {
        return new DeletionRank(observed.relatedPods().get(), observed.now())
                .first(pods.active(), Math.min(surplus, PodControl.BURST_MAX));
    }

    private static List<List<Step.Do>> deletions(PodControl<ReplicaSet> control, List<Pod> toDelete) {
        List<List<Step.Do>> deletions = new ArrayList<>(toDelete.size());
        for (Pod pod : toDelete) {
            deletions.add(List.of(control.delete(pod)));
        }
        return deletions;
    }

    /// The status after a failure, with its reason.
    private static List<Step> afterFailure(Failure failure, ReplicaSetStatus status) {
        ReplicaSetStatus result = PodControl.isOfInterest(failure.reason()) ? failing(failure, status) : status;
        return result.write()
                .map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of());
    }

    private static ReplicaSetStatus failing(Failure failure, ReplicaSetStatus status) {
        String message = failure.reason().getMessage();
        return switch (failure.action()) {
            case Action.Create create -> status.failing("FailedCreate", message);
            case Action.Delete delete -> status.failing("FailedDelete", message);
            case Action.Update update -> status;
            case Action.Patch patch -> status;
            case Action.Bind bind -> status;
            case Action.Perform _ -> status;
            case Action.Confirm _, Action.ConfirmNone _ -> status;
        };
    }
}
