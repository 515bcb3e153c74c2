package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.ownership.Ownership;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides what to do about one deployment. Each plan makes one kind of change and ends with the status.
///
/// The order is: adoption, pause, annotations of the latest set, rollback, scaling, and then the rollout.
final class DeploymentPlanner {
    private final DeploymentState observed;
    private final Deployment deployment;
    private final Sets sets;
    private final @Nullable ReplicaSet latest;
    private final Instant now;

    private DeploymentPlanner(DeploymentState observed, Sets sets) {
        this.observed = observed;
        this.deployment = observed.deployment();
        this.sets = sets;
        this.latest = sets.latest();
        this.now = observed.now();
    }

    static Plan plan(DeploymentState observed) {
        Deployment deployment = observed.deployment();
        if (deployment.selector().isEverything()) {
            return refusal(observed);
        }
        Ownership<ReplicaSet> ownership = Ownership.of(
                Deployment.KIND,
                deployment,
                ReplicaSet.KIND,
                observed.sets(),
                set -> deployment.selector().matches(set.labels()));
        return ownership
                .adoptionPlan(Deployment.KIND, deployment)
                .orElseGet(() -> new DeploymentPlanner(observed, Sets.of(deployment, ownership.own())).plan());
    }

    /// Refuses a deployment whose selector matches everything, and reports it once.
    private static Plan refusal(DeploymentState observed) {
        Deployment deployment = observed.deployment();
        if (deployment.status().path("observedGeneration").asLong(0)
                >= deployment.meta().generation()) {
            return Plan.NOTHING;
        }
        Plan.Builder plan = Plan.builder().say(new DeploymentEvents(deployment).selectsAll());
        new DeploymentStatus(Sets.of(deployment, List.of()), observed.now())
                .write(0)
                .ifPresent(plan::perform);
        return plan.build();
    }

    private Plan plan() {
        if (deployment.isDeleting()) {
            return resized(List.of(), new DeploymentStatus(sets, now));
        }
        String reason = Progress.reason(deployment.status());
        boolean heldBack = reason.equals(Progress.PAUSED);
        if (deployment.progressDeadline().isPresent()
                && !reason.equals(Progress.TIMED_OUT)
                && heldBack != deployment.isPaused()) {
            return paused();
        }
        Optional<Plan> correction = latest == null
                ? Optional.empty()
                : LatestSet.corrected(sets, latest)
                        .map(tree ->
                                Plan.builder().update(ReplicaSet.KIND, tree).build());
        return correction.orElseGet(this::act);
    }

    private Plan paused() {
        DeploymentStatus status = new DeploymentStatus(sets, now);
        return resized(
                List.of(),
                deployment.isPaused()
                        ? status.progressing("Unknown", Progress.PAUSED, "Deployment is paused")
                        : status.progressing("Unknown", Progress.RESUMED, "Deployment is resumed"));
    }

    private Plan act() {
        Scaling scaling = new Scaling(sets);
        if (deployment.isPaused()) {
            Plan.Builder plan = Plan.builder();
            resize(scaling.resizes(), plan);
            if (DeploymentAnnotations.rollback(deployment).isEmpty()) {
                cleanUp(plan);
            }
            return finished(plan, new DeploymentStatus(sets, now));
        }
        Optional<Long> rollback = DeploymentAnnotations.rollback(deployment);
        if (rollback.isPresent()) {
            return latest == null ? creation() : new Rollback(sets).plan(rollback.get());
        }
        if (scaling.isDue()) {
            return resized(scaling.resizes(), new DeploymentStatus(sets, now));
        }
        return deployment.isRecreated() ? recreation() : rollout();
    }

    private Plan rollout() {
        if (latest == null) {
            return creation();
        }
        RollingUpdate rolling = new RollingUpdate(sets);
        int size = rolling.latestSize(latest.replicas());
        List<Resize> resizes = size == latest.replicas() ? rolling.shrunk(latest) : List.of(new Resize(latest, size));
        return settled(resizes);
    }

    private Plan recreation() {
        List<Resize> stopped = sets.old().stream()
                .filter(set -> set.replicas() > 0)
                .map(set -> new Resize(set, 0))
                .toList();
        if (!stopped.isEmpty()) {
            return resized(stopped, new DeploymentStatus(sets, now).judged());
        }
        if (oldPodsRun()) {
            return resized(List.of(), new DeploymentStatus(sets, now).judged());
        }
        if (latest == null) {
            return creation();
        }
        boolean grown = latest.replicas() == deployment.replicas();
        return settled(grown ? List.of() : List.of(new Resize(latest, deployment.replicas())));
    }

    private boolean oldPodsRun() {
        return sets.old().stream()
                .anyMatch(set -> set.counted("replicas") > 0
                        || observed.pods().apply(set).stream().anyMatch(pod -> !pod.isOver()));
    }

    /// Creates the latest set; if its name is taken, the next name is tried.
    private Plan creation() {
        LatestSet made = new LatestSet(sets);
        DeploymentStatus status = new DeploymentStatus(sets, now);
        Plan.Builder plan = Plan.builder();
        if (observed.taken().test(new Key(deployment.namespace(), made.name()))) {
            status.collided().write(0).ifPresent(plan::perform);
            return plan.build();
        }
        int size = deployment.isRecreated() ? deployment.replicas() : new RollingUpdate(sets).latestSize(0);
        plan.perform(
                new Action.Create(ReplicaSet.KIND, made.json(size)),
                new DeploymentEvents(deployment).created(made.name(), size));
        plan.afterFailure(failure -> creationFailed(failure, made.name()));
        status.progressing("True", Progress.CREATED, "Created new replica set \"" + made.name() + '"')
                .write(sets.revision())
                .ifPresent(plan::perform);
        return plan.build();
    }

    private List<Step> creationFailed(Failure failure, String name) {
        if (!(failure.action() instanceof Action.Create) || !PodControl.isOfInterest(failure.reason())) {
            return List.of();
        }
        return new DeploymentStatus(sets, now)
                .progressing("False", Progress.CREATE_ERROR, DeploymentEvents.creationFailed(name, failure.reason()))
                .write(0)
                .map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of());
    }

    /// Scales the sets. When there is nothing to scale and all is complete, deletes old sets.
    private Plan settled(List<Resize> resizes) {
        Plan.Builder plan = Plan.builder();
        resize(resizes, plan);
        if (resizes.isEmpty() && DeploymentStatus.isComplete(deployment, deployment.status())) {
            cleanUp(plan);
        }
        return finished(plan, new DeploymentStatus(sets, now).judged());
    }

    private Plan resized(List<Resize> resizes, DeploymentStatus status) {
        Plan.Builder plan = Plan.builder();
        resize(resizes, plan);
        return finished(plan, status);
    }

    private Plan finished(Plan.Builder plan, DeploymentStatus status) {
        status.write(latest == null ? 0 : DeploymentAnnotations.revision(latest))
                .ifPresent(plan::perform);
        if (!deployment.isPaused() && !deployment.isDeleting()) {
            status.deadline().ifPresent(plan::lookAgain);
        }
        return plan.build();
    }

    private void resize(List<Resize> resizes, Plan.Builder plan) {
        for (Resize resize : resizes) {
            resize.step(deployment).ifPresent(step -> plan.perform(step.action(), step.events()));
        }
    }

    /// Deletes empty old sets beyond the history limit.
    private void cleanUp(Plan.Builder plan) {
        int limit = deployment.revisionHistoryLimit().orElse(Integer.MAX_VALUE);
        List<ReplicaSet> old = sets.old().stream()
                .filter(set -> !set.isDeleting())
                .sorted(Comparator.<ReplicaSet>comparingLong(DeploymentAnnotations::revision)
                        .thenComparing(Sets.BY_AGE))
                .toList();
        for (ReplicaSet set : old.subList(0, Math.max(0, old.size() - limit))) {
            boolean empty = set.replicas() == 0
                    && set.counted("replicas") == 0
                    && set.observedGeneration() >= set.meta().generation();
            if (empty) {
                plan.delete(ReplicaSet.KIND, set);
            }
        }
    }
}
