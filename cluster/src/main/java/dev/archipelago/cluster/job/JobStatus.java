package dev.archipelago.cluster.job;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a job.
final class JobStatus {
    private final Job job;
    private final Instant now;
    private final ObjectNode json = Json.object();

    JobStatus(Attempts attempts, Instant now) {
        this.job = attempts.job();
        this.now = now;
        Statuses.putCount(json, "active", attempts.active().size());
        if (job.status().hasNonNull("conditions")) {
            json.set("conditions", job.status().path("conditions").deepCopy());
        }
        Statuses.putCount(json, "failed", attempts.failed());
        json.put("ready", attempts.ready());
        String started = job.status().path("startTime").asString(Meta.time(now));
        if (!job.isSuspended()) {
            json.put("startTime", started);
        }
        Statuses.putCount(json, "succeeded", attempts.succeeded());
        json.put("terminating", attempts.terminating());
        if (job.status().hasNonNull("uncountedTerminatedPods")) {
            json.set("uncountedTerminatedPods", job.status().path("uncountedTerminatedPods"));
        }
    }

    /// Sets the Suspended condition, if the job is or was suspended.
    JobStatus suspended() {
        boolean known = !Conditions.find(json, "Suspended").isMissingNode();
        if (job.isSuspended()) {
            set("Suspended", "True", "JobSuspended", "Job suspended");
        } else if (known) {
            set("Suspended", "False", "JobResumed", "Job resumed");
        }
        return this;
    }

    /// Sets the conditions of the result.
    ///
    /// @param over whether all its pods have ended
    JobStatus ending(JobResult outcome, boolean over) {
        set(outcome.coming(), "True", outcome.reason(), outcome.message());
        if (over) {
            set(outcome.end(), "True", outcome.reason(), outcome.message());
            // A job that ends while suspended has never started.
            json.put("startTime", json.path("startTime").asString(Meta.time(now)));
            if (outcome.success()) {
                json.put("completionTime", Meta.time(now));
            }
        }
        return this;
    }

    private void set(String type, String value, String reason, String message) {
        boolean same = Conditions.find(json, type).path("status").asString("").equals(value);
        if (!same) {
            Conditions.set(json, new Condition(type, value, reason, message), now);
        }
    }

    /// The status update; empty when the status is unchanged.
    Optional<Action> write() {
        return Statuses.write(Job.KIND, job, job.status(), json);
    }
}
