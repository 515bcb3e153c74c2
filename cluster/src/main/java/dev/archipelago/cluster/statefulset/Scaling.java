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

/// Creates missing pods and deletes surplus ones.
///
/// An ordered set does one thing at a time, and waits while a pod is unavailable. A parallel set does everything at
/// once, but it too creates a pod only after the old one of its name is gone.
final class Scaling {
    private final StatefulSet set;
    private final StatefulSetState observed;
    private final Replicas replicas;
    private final Revisions revisions;
    private final Plan.Builder plan;
    private final PodFactory members;
    private final Retention retention;
    private final StatefulSetEvents events;
    private final List<List<Step.Do>> together = new ArrayList<>();

    /// The claims whose owners have been checked.
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
        this.events = new StatefulSetEvents(set);
    }

    /// Why a pod cannot be created, if so.
    Optional<String> obstacle() {
        return Optional.ofNullable(obstacle);
    }

    /// Plans one round.
    ///
    /// @return whether an update may proceed
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
        // An ordered set with a missing pod has returned already.
        replicas.beyond().forEach(pod -> keep(pod, PodIdentity.ordinal(pod.name())));
        return true;
    }

    /// Creates a pod.
    ///
    /// @return false always: the next has to wait for this one
    private boolean create(int ordinal) {
        String podName = PodIdentity.podName(set, ordinal);
        List<Step.Do> steps = new ArrayList<>();
        for (ClaimTemplate template : set.claimTemplates()) {
            String claimName = PodIdentity.claimName(template, set, ordinal);
            Optional<Claim> claim = observed.claims().apply(claimName);
            if (claim.isPresent() && retention.isStale(claim.get(), podName)) {
                // The claim is collected with the former pod, and a new one is created then.
                return false;
            }
            if (claim.isPresent() && claim.get().isDeleting()) {
                obstacle = "pvc " + claimName + " is being deleted";
                plan.say(events.claimIsGoing(claimName, podName));
                return false;
            }
        }
        addClaims(ordinal, steps);
        ControllerRevision revision = revisionFor(ordinal);
        steps.add(new Step.Do(
                new Action.Create(Pod.KIND, members.pod(ordinal, revision)), events.pod("create", podName)));
        correctClaims(podName, null, false, steps);
        perform(steps);
        return false;
    }

    /// Adds steps that create or correct the claims of an ordinal.
    private void addClaims(int ordinal, List<Step.Do> steps) {
        String podName = PodIdentity.podName(set, ordinal);
        for (ClaimTemplate template : set.claimTemplates()) {
            String claimName = PodIdentity.claimName(template, set, ordinal);
            if (observed.claims().apply(claimName).isEmpty()) {
                steps.add(new Step.Do(
                        new Action.Create(Claim.KIND, members.claim(template, ordinal, retention.wanted(null))),
                        events.claim(claimName, podName)));
            }
        }
    }

    /// Deletes a finished pod, or corrects an existing one.
    ///
    /// @return whether it is available
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
                            new Step.Do(new Action.Update(Pod.KIND, tree, ""), events.pod("update", pod.name()))));
            correctClaims(pod.name(), pod, false, steps);
        }
        perform(steps);
        return well;
    }

    /// Adds steps that correct the owners of claims.
    ///
    /// @param pod null before it is created
    private void correctClaims(String podName, @Nullable Pod pod, boolean condemned, List<Step.Do> steps) {
        for (Claim claim : claims(podName, pod)) {
            Optional<ObjectNode> right = retention.corrected(claim, podName, condemned ? pod : null);
            right.ifPresent(tree -> steps.add(new Step.Do(new Action.Update(Claim.KIND, tree, ""), ActionEvents.NONE)));
            corrected.add(claim.name());
            // Reported only on a change.
            boolean news = pod == null || (right.isPresent() && !condemned);
            if (news && retention.conflicts(claim, podName)) {
                plan.say(events.conflict(claim.name()));
            }
        }
    }

    /// Removes owners from claims that this round did not reach, because their pod is gone or waits for
    /// an unavailable one.
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

    /// The claims of an ordinal that the set may change.
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
            // A broken pod is deleted, too: in Kubernetes two of them would wait for each other.
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

    /// Deletes a surplus pod, and reports claims that should be deleted with it but cannot.
    private void dismiss(Pod pod) {
        if (!pod.isDeleting()) {
            claims(pod.name(), pod).stream()
                    .filter(claim -> retention.conflicts(claim, pod.name()))
                    .forEach(claim -> plan.say(events.conflict(claim.name())));
        }
        remove(pod);
    }

    private void remove(Pod pod) {
        if (!pod.isDeleting()) {
            perform(List.of(new Step.Do(Plan.deletion(Pod.KIND, pod), events.pod("delete", pod.name()))));
        }
    }

    private void perform(List<Step.Do> steps) {
        if (steps.isEmpty()) {
            return;
        }
        if (set.isParallel()) {
            together.add(List.copyOf(steps));
        } else {
            steps.forEach(step -> plan.perform(step.action(), step.events()));
        }
    }

    /// The revision for a new pod.
    private ControllerRevision revisionFor(int ordinal) {
        if (set.updatesOnDelete()) {
            return revisions.update();
        }
        int untouched = set.partition()
                .orElseGet(() -> set.status().path("currentReplicas").asInt(0));
        return ordinal - set.start() < untouched ? revisions.current() : revisions.update();
    }
}
