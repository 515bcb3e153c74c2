package dev.archipelago.cluster.job;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.ownership.Dependents;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.function.Consumer;

/// The controller of Jobs.
public final class JobReconciler implements Reconciler {
    private final Cache<Job> jobs;
    private final Cache<Pod> pods;
    private final Dependents<Job, Pod> podsOf;

    public JobReconciler(Caches caches) {
        jobs = caches.of(Job.KIND);
        pods = caches.of(Pod.KIND);
        podsOf = new Dependents<>(jobs, pods, Job::selector);
    }

    @Override
    public String name() {
        return "job-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        jobs.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        podsOf.connect(again);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Job job = jobs.get(key).orElse(null);
        if (job == null) {
            return Plan.NOTHING;
        }
        return JobPlanner.plan(
                new JobState(job, podsOf.candidates(job), pod -> pods.get(pod).isPresent(), now));
    }
}
