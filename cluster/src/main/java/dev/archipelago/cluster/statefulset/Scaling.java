package dev.archipelago.cluster.statefulset;

import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.StatefulSet.ClaimTemplate;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Brings a set to the members it should have: those that are missing are made, those that are too many removed.
///
/// In an ordered set one thing happens at a time, and nothing more while a member is unwell. In a parallel set
/// everything happens at once, but here too a member is made anew only when its old pod has vanished.
final class Scaling {
    private final StatefulSet set;
    private final StatefulSetState observed;
    private final Replicas replicas;
    private final Revisions revisions;
    private final Plan.Builder plan;
    private final PodFactory members;
    private final Retention retention;
    private final StatefulSetEvents voice;
    private final List<List<Step.Do>> together = new ArrayList<>();

    /// The claims whose owners have been looked at.
    private final Set<String> corrected = new HashSet<>();

    private @Nullable String obstacle;

    Scaling(StatefulSetState observed, Replicas replicas, Revisions revisions, Plan.Builder plan) {
        this.set = observed.set();
        this.observed = observed;
        this.replicas = replicas;
        this.revisions = revisions;
        this.plan = plan;
        this.members = new PodFactory(set);
        this.retention = new Retention(set);
        this.voice = new StatefulSetEvents(set);
    }

    /// What keeps a member from being made, if anything does.
    Optional<String> obstacle() {
        return Optional.ofNullable(obstacle);
    }

    /// Plans one round.
    ///
    /// @return whether an update may go on after it
    boolean run() {
        boolean goesOn = fill() && empty();
        release();
        plan.together(together);
        return goesOn;
    }

    private boolean fill() {
        for (int i = 0; i < replicas.slots().size(); i++) {
            int ordinal = set.start() + i;
            Pod pod = replicas.slots().get(i);
            boolean settled = pod == null ? create(ordinal) : keep(pod, ordinal);
            if (!settled && !set.isParallel()) {
                return false;
            }
        }
        // In an ordered set a missing member has ended this before.
        replicas.beyond().forEach(pod -> keep(pod, PodIdentity.ordinal(pod.name())));
        return true;
    }

    /// Plans to make a member.
    ///
    /// @return false always: the next has to wait for this one
    private boolean create(int ordinal) {
        String podName = PodIdentity.podName(set, ordinal);
        List<Step.Do> steps = new ArrayList<>();
        for (ClaimTemplate template : set.claimTemplates()) {
            String claimName = PodIdentity.claimName(template, set, ordinal);
            Optional<Claim> claim = observed.claims().apply(claimName);
            if (claim.isPresent() && retention.isStale(claim.get(), podName)) {
                // It goes with the member's former pod, and the member gets a fresh one then.
                return false;
            }
            if (claim.isPresent() && claim.get().isDeleting()) {
                obstacle = "pvc " + claimName + " is being deleted";
                plan.say(voice.claimIsGoing(claimName, podName));
                return false;
            }
        }
        addClaims(ordinal, steps);
        ControllerRevision revision = revisionFor(ordinal);
        steps.add(
                new Step.Do(new Action.Create(Pod.KIND, members.pod(ordinal, revision)), voice.pod("create", podName)));
        correctClaims(podName, null, false, steps);
        perform(steps);
        return false;
    }

    /// Adds what makes the claims of a member complete and right.
    private void addClaims(int ordinal, List<Step.Do> steps) {
        String podName = PodIdentity.podName(set, ordinal);
        for (ClaimTemplate template : set.claimTemplates()) {
            String claimName = PodIdentity.claimName(template, set, ordinal);
            if (observed.claims().apply(claimName).isEmpty()) {
                steps.add(new Step.Do(
                        new Action.Create(Claim.KIND, members.claim(template, ordinal, retention.wanted(null))),
                        voice.claim(claimName, podName)));
            }
        }
    }

    /// Looks after a member that there is.
    ///
    /// @return whether it is well
    private boolean keep(Pod pod, int ordinal) {
        if (pod.isOver()) {
            remove(pod);
            return false;
        }
        List<Step.Do> steps = new ArrayList<>();
        if (pod.isPending() && !pod.isDeleting()) {
            addClaims(ordinal, steps);
        }
        boolean well = !replicas.isUnavailable(pod);
        if (!well && !set.isParallel()) {
            perform(steps);
            if (!set.updatesOnDelete() && RollingUpdate.isPastHelp(pod, revisions, revisionFor(ordinal))) {
                remove(pod);
            }
            return false;
        }
        if (!pod.isDeleting()) {
            if (!pod.isPending() && !members.isMounted(pod)) {
                addClaims(ordinal, steps);
            }
            members.corrected(pod)
                    .ifPresent(tree -> steps.add(
                            new Step.Do(new Action.Update(Pod.KIND, tree, ""), voice.pod("update", pod.name()))));
            correctClaims(pod.name(), pod, false, steps);
        }
        perform(steps);
        return well;
    }

    /// Adds what gives the claims of a member the right owner.
    ///
    /// @param pod null for a member that is yet to be made
    private void correctClaims(String podName, @Nullable Pod pod, boolean condemned, List<Step.Do> steps) {
        for (Claim claim : claims(podName, pod)) {
            Optional<ObjectNode> right = retention.corrected(claim, podName, condemned ? pod : null);
            right.ifPresent(tree -> steps.add(new Step.Do(new Action.Update(Claim.KIND, tree, ""), ActionEvents.NONE)));
            corrected.add(claim.name());
            // Not each time that one looks: a set at rest has nothing to say.
            boolean news = pod == null || (right.isPresent() && !condemned);
            if (news && retention.conflicts(claim, podName)) {
                plan.say(voice.conflict(claim.name()));
            }
        }
    }

    /// Takes the owners off claims that should not go with them any more, whose members were not looked at: they are
    /// gone, or wait for one that is unwell.
    private void release() {
        if (set.claimTemplates().isEmpty()) {
            return;
        }
        Map<String, Pod> pods = new HashMap<>();
        replicas.all().forEach(pod -> pods.put(pod.name(), pod));
        for (ClaimTemplate template : set.claimTemplates()) {
            for (Claim claim : observed.claimsOf().apply(template)) {
                int ordinal = PodIdentity.ordinal(claim.name());
                Pod pod = pods.get(PodIdentity.podName(set, ordinal));
                boolean needed = ordinal >= set.start() && ordinal - set.start() < set.replicas();
                if (!claim.isDeleting() && !corrected.contains(claim.name())) {
                    retention
                            .released(claim, pod, needed)
                            .ifPresent(tree -> perform(
                                    List.of(new Step.Do(new Action.Update(Claim.KIND, tree, ""), ActionEvents.NONE))));
                }
            }
        }
    }

    /// The claims of a member that the set may touch.
    private List<Claim> claims(String podName, @Nullable Pod pod) {
        List<Claim> claims = new ArrayList<>();
        for (ClaimTemplate template : set.claimTemplates()) {
            observed.claims()
                    .apply(PodIdentity.claimName(template, set, PodIdentity.ordinal(podName)))
                    .filter(claim -> !retention.isForeign(claim, podName, pod))
                    .ifPresent(claims::add);
        }
        return claims;
    }

    private boolean empty() {
        Optional<Pod> mayBeUnwell = replicas.lowestUnavailableCondemned();
        for (Pod pod : replicas.condemned()) {
            List<Step.Do> steps = new ArrayList<>();
            correctClaims(pod.name(), pod, true, steps);
            perform(steps);
        }
        for (Pod pod : replicas.condemned()) {
            if (set.isParallel()) {
                dismiss(pod);
                continue;
            }
            // One that will not get well by itself goes too: in Kubernetes two such would wait for each other.
            boolean waits = replicas.isUnavailable(pod)
                    && !mayBeUnwell.filter(pod::equals).isPresent()
                    && !RollingUpdate.isBroken(pod);
            if (!waits) {
                dismiss(pod);
            }
            return false;
        }
        return true;
    }

    /// Removes a member for good, and says which of its claims stay against the set's will.
    private void dismiss(Pod pod) {
        if (!pod.isDeleting()) {
            claims(pod.name(), pod).stream()
                    .filter(claim -> retention.conflicts(claim, pod.name()))
                    .forEach(claim -> plan.say(voice.conflict(claim.name())));
        }
        remove(pod);
    }

    private void remove(Pod pod) {
        if (!pod.isDeleting()) {
            perform(List.of(new Step.Do(Plan.deletion(Pod.KIND, pod), voice.pod("delete", pod.name()))));
        }
    }

    private void perform(List<Step.Do> steps) {
        if (steps.isEmpty()) {
            return;
        }
        if (set.isParallel()) {
            together.add(List.copyOf(steps));
        } else {
            steps.forEach(step -> plan.perform(step.action(), step.narration()));
        }
    }

    /// The revision that a member is to be made from.
    private ControllerRevision revisionFor(int ordinal) {
        if (set.updatesOnDelete()) {
            return revisions.update();
        }
        int untouched = set.partition()
                .orElseGet(() -> set.status().path("currentReplicas").asInt(0));
        return ordinal - set.start() < untouched ? revisions.current() : revisions.update();
    }
}
