package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.ownership.Ownership;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what to do about one set: first adoption and the revision, then missing and surplus pods, and once these are
/// right, the update.
final class DaemonSetPlanner {
    private final DaemonSetState observed;
    private final DaemonSet set;
    private final List<Pod> own;

    private DaemonSetPlanner(DaemonSetState observed, List<Pod> own) {
        this.observed = observed;
        this.set = observed.set();
        this.own = own;
    }

    static Plan plan(DaemonSetState observed) {
        DaemonSet set = observed.set();
        if (set.isDeleting() || set.selector().isEverything()) {
            return Plan.NOTHING;
        }
        Ownership<Pod> pods = Ownership.of(
                DaemonSet.KIND,
                set,
                Pod.KIND,
                observed.pods(),
                pod -> set.selector().matches(pod.labels()));
        // A controlled revision is never released.
        Ownership<ControllerRevision> revisions = Ownership.of(
                DaemonSet.KIND,
                set,
                ControllerRevision.KIND,
                observed.revisions(),
                revision -> revision.meta().isControlledBy(set.uid())
                        || set.selector().matches(revision.labels()));
        return revisions
                .adoptionPlan(DaemonSet.KIND, set)
                .or(() -> pods.adoptionPlan(DaemonSet.KIND, set))
                .orElseGet(() -> new DaemonSetPlanner(observed, pods.own()).plan(revisions.own()));
    }

    private Plan plan(List<ControllerRevision> ownRevisions) {
        Revisions.Subject subject =
                new Revisions.Subject(DaemonSet.KIND, set, set.template(), set.status(), Template.HASH_LABEL, true);
        return switch (Revisions.of(subject, ownRevisions, observed.named())) {
            case Revisions.Outlook.Wanted(Action action) ->
                Plan.builder().perform(action).build();
            case Revisions.Outlook.Known(Revisions revisions) -> plan(revisions);
        };
    }

    private Plan plan(Revisions revisions) {
        String hash = revisions.update().labels().getOrDefault(Template.HASH_LABEL, "");
        Template template = new Template(set, hash);
        Spread spread = Spread.of(set, observed.nodes(), new Eligibility(template.spec()), own, hash, observed.now());
        Plan.Builder plan = Plan.builder();
        PodChanges changes = new PodPlacement(spread, plan).changes();
        if (changes.isEmpty()) {
            changes = new DaemonSetUpdate(spread).changes();
        }
        perform(changes, template, plan);
        Optional<Action> status = DaemonSetStatus.write(spread, revisions);
        status.ifPresent(plan::perform);
        plan.afterFailure(failure -> status.map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of()));
        surplus(revisions, plan);
        spread.nextAvailable().ifPresent(plan::lookAgain);
        return plan.build();
    }

    private void perform(PodChanges changes, Template template, Plan.Builder plan) {
        PodControl<DaemonSet> control = new PodControl<>(DaemonSet.KIND, set, own, observed.taken());
        List<List<Step.Do>> steps = new ArrayList<>();
        for (String node : limited(changes.nodes())) {
            steps.add(List.of(control.create(template.forNode(node))));
        }
        for (Pod pod : limited(changes.toDelete())) {
            steps.add(List.of(control.delete(pod)));
        }
        plan.together(steps);
    }

    private static <T> List<T> limited(List<T> all) {
        return all.subList(0, Math.min(all.size(), PodControl.BURST_MAX));
    }

    private void surplus(Revisions revisions, Plan.Builder plan) {
        Set<String> hashes = new HashSet<>();
        own.forEach(pod -> hashes.add(pod.labels().getOrDefault(Template.HASH_LABEL, "")));
        Set<String> used = new HashSet<>();
        for (ControllerRevision revision : revisions.all()) {
            if (hashes.contains(revision.labels().getOrDefault(Template.HASH_LABEL, ""))) {
                used.add(revision.name());
            }
        }
        for (ControllerRevision revision : revisions.surplus(set.revisionHistoryLimit(), used)) {
            plan.delete(ControllerRevision.KIND, revision);
        }
    }
}
