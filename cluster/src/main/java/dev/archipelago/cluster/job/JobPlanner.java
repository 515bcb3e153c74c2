package dev.archipelago.cluster.job;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.ownership.Ownership;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what to do about one job: runs `parallelism` pods at a time until enough have succeeded or too many have
/// failed; then stops the rest, and when these have ended, finishes the job.
final class JobPlanner {
    private final Job job;
    private final Instant now;
    private final Attempts attempts;
    private final PodControl<Job> control;
    private final Plan.Builder plan = Plan.builder();

    private JobPlanner(JobState observed, List<Pod> own) {
        this.job = observed.job();
        this.now = observed.now();
        this.attempts = Attempts.of(job, own);
        this.control = new PodControl<>(Job.KIND, job, own, observed.taken());
    }

    static Plan plan(JobState observed) {
        Job job = observed.job();
        if (job.isDeleting() || job.isSpecial()) {
            return Plan.NOTHING;
        }
        Optional<Instant> ended = job.ended();
        if (ended.isPresent()) {
            return afterwards(job, ended.get(), observed.now());
        }
        Ownership<Pod> ownership = Ownership.of(
                Job.KIND, job, Pod.KIND, observed.pods(), pod -> job.selector().matches(pod.labels()));
        return ownership.adoptionPlan(Job.KIND, job).orElseGet(() -> new JobPlanner(observed, ownership.own()).plan());
    }

    private static Plan afterwards(Job job, Instant ended, Instant now) {
        Instant due = job.lifeAfterEnd().map(ended::plus).orElse(Instant.MAX);
        if (due.equals(Instant.MAX)) {
            return Plan.NOTHING;
        }
        if (due.isAfter(now)) {
            return Plan.builder().lookAgain(due).build();
        }
        DeleteOptions options = new DeleteOptions(
                false,
                Optional.empty(),
                Optional.of(Propagation.BACKGROUND),
                job.uid(),
                Long.toString(job.resourceVersion()));
        return Plan.builder()
                .perform(new Action.Delete(Job.KIND, job.key(), options))
                .build();
    }

    private Plan plan() {
        JobStatus status = new JobStatus(attempts, now).suspended();
        Optional<JobResult> outcome = JobResult.of(job, attempts, now);
        if (outcome.isPresent()) {
            stop(attempts.active());
            end(outcome.get(), status);
        } else if (job.isSuspended()) {
            stop(attempts.active());
            write(status, suspension());
        } else {
            pursue();
            write(status, suspension());
        }
        JobResult.deadline(job).filter(now::isBefore).ifPresent(plan::lookAgain);
        plan.afterFailure(failure -> status.write()
                .map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of()));
        return plan.build();
    }

    private void end(JobResult outcome, JobStatus status) {
        boolean over = attempts.active().isEmpty() && attempts.terminating() == 0;
        Optional<EventNote> note = Optional.empty();
        if (over) {
            note = Optional.of(
                    outcome.success()
                            ? EventNote.normal(Job.KIND, job, "Completed", "Job completed")
                            : EventNote.warning(Job.KIND, job, outcome.reason(), outcome.message()));
        }
        write(status.ending(outcome, over), note);
    }

    private Optional<EventNote> suspension() {
        boolean was = Conditions.isTrue(job.status(), "Suspended");
        if (was == job.isSuspended()) {
            return Optional.empty();
        }
        return Optional.of(
                was
                        ? EventNote.normal(Job.KIND, job, "Resumed", "Job resumed")
                        : EventNote.normal(Job.KIND, job, "Suspended", "Job suspended"));
    }

    private void write(JobStatus status, Optional<EventNote> note) {
        status.write().ifPresent(action -> plan.perform(action, new ActionEvents(note, reason -> Optional.empty())));
    }

    /// Creates or deletes pods until the right number runs.
    private void pursue() {
        int active = attempts.active().size();
        int wanted = job.completions()
                .map(completions -> Math.min(job.parallelism(), completions - attempts.succeeded()))
                .orElse(attempts.succeeded() > 0 ? Math.min(active, job.parallelism()) : job.parallelism());
        if (active > wanted) {
            stop(attempts.active().subList(Math.max(0, wanted), active));
        } else if (wanted > active) {
            Optional<Instant> pause = attempts.nextTry().filter(now::isBefore);
            if (pause.isPresent()) {
                plan.lookAgain(pause.get());
            } else {
                start(Math.min(wanted - active, PodControl.BURST_MAX));
            }
        }
    }

    private void start(int count) {
        List<List<Step.Do>> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(List.of(control.create(job.template())));
        }
        plan.together(steps);
    }

    private void stop(List<Pod> pods) {
        List<List<Step.Do>> steps = new ArrayList<>();
        for (Pod pod : pods.subList(0, Math.min(pods.size(), PodControl.BURST_MAX))) {
            steps.add(List.of(control.delete(pod)));
        }
        plan.together(steps);
    }
}
