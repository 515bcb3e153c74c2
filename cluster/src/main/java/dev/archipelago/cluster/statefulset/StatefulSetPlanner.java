package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what to do about one set.
///
/// Adoption and the revision history come first: as long as they need a write, that is the whole plan. Then missing
/// pods are created, surplus ones deleted and outdated ones replaced, and the status is written in any case.
final class StatefulSetPlanner {
    private StatefulSetPlanner() {}

    static Plan plan(StatefulSetState observed) {
        StatefulSet set = observed.set();
        Membership membership = Membership.of(observed);
        return membership.adoptionPlan(set).orElseGet(() -> plan(observed, membership));
    }

    private static Plan plan(StatefulSetState observed, Membership membership) {
        StatefulSet set = observed.set();
        Revisions.Subject subject = new Revisions.Subject(
                StatefulSet.KIND, set, set.template(), set.status(), "controller.kubernetes.io/hash", false);
        return switch (Revisions.of(subject, membership.revisions().own(), observed.named())) {
            case Revisions.Outlook.Wanted(Action action) ->
                set.isDeleting() ? Plan.NOTHING : Plan.builder().perform(action).build();
            case Revisions.Outlook.Known(Revisions revisions) -> plan(observed, membership, revisions);
        };
    }

    private static Plan plan(StatefulSetState observed, Membership membership, Revisions revisions) {
        StatefulSet set = observed.set();
        Plan.Builder plan = Plan.builder();
        Replicas replicas = Replicas.of(set, membership.pods().own(), observed.now());
        StatefulSetStatus status = StatefulSetStatus.of(replicas, revisions);
        List<Pod> replaced = List.of();
        Optional<String> obstacle = Optional.empty();
        if (!set.isDeleting()) {
            Scaling scaling = new Scaling(observed, replicas, revisions, plan);
            if (scaling.run()) {
                replaced = RollingUpdate.replaced(replicas, revisions);
                StatefulSetEvents events = new StatefulSetEvents(set);
                replaced.forEach(pod -> plan.perform(Plan.deletion(Pod.KIND, pod), events.pod("delete", pod.name())));
            }
            obstacle = scaling.obstacle();
        }
        StatefulSetStatus clean =
                obstacle.isPresent() ? status.failing("FailedCreate", obstacle.get()) : status.succeeding();
        clean.without(replaced, revisions).write().ifPresent(plan::perform);
        surplus(set, replicas, revisions, plan);
        replicas.nextAvailable().ifPresent(plan::lookAgain);
        plan.afterFailure(failure -> afterFailure(failure, status));
        return plan.build();
    }

    private static void surplus(StatefulSet set, Replicas replicas, Revisions revisions, Plan.Builder plan) {
        Set<String> used = new HashSet<>();
        replicas.all().forEach(pod -> used.add(PodIdentity.revision(pod)));
        for (ControllerRevision revision : revisions.surplus(set.revisionHistoryLimit(), used)) {
            plan.delete(ControllerRevision.KIND, revision);
        }
    }

    /// The status after a failure, with its reason.
    private static List<Step> afterFailure(Failure failure, StatefulSetStatus status) {
        StatefulSetStatus result = switch (failure.action()) {
            case Action.Create create -> failing(status, "FailedCreate", failure);
            case Action.Delete delete -> failing(status, "FailedDelete", failure);
            case Action.Update update when update.subresource().isEmpty() -> failing(status, "FailedUpdate", failure);
            case Action.Update update -> status;
            case Action.Patch patch -> status;
            case Action.Bind bind -> status;
            case Action.Perform _ -> status;
            case Action.Confirm _, Action.ConfirmNone _ -> status;
        };
        return result.write()
                .map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of());
    }

    /// Adds a failure to the status. A conflict is none: the next plan observes the other write.
    private static StatefulSetStatus failing(StatefulSetStatus status, String reason, Failure failure) {
        return switch (failure.reason().reason()) {
            case CONFLICT, ALREADY_EXISTS -> status;
            default -> status.failing(reason, failure.reason().getMessage());
        };
    }
}
