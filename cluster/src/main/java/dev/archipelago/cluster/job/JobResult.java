package dev.archipelago.cluster.job;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The result of a job.
///
/// @param reason one word
record JobResult(boolean success, String reason, String message) {
    private static final String MET = "SuccessCriteriaMet";
    private static final String MISSED = "FailureTarget";

    /// The condition that announces the result while pods are still terminating.
    String coming() {
        return success ? MET : MISSED;
    }

    /// The condition of the final result.
    String end() {
        return success ? "Complete" : "Failed";
    }

    /// The result, if it is known: recorded before, or decided now.
    static Optional<JobResult> of(Job job, Attempts attempts, Instant now) {
        for (String type : new String[] {MET, MISSED}) {
            if (Conditions.isTrue(job.status(), type)) {
                JsonNode condition = Conditions.find(job.status(), type);
                return Optional.of(new JobResult(
                        type.equals(MET),
                        condition.path("reason").asString(""),
                        condition.path("message").asString("")));
            }
        }
        if (hasTriedEnough(job, attempts)) {
            return Optional.of(
                    new JobResult(false, "BackoffLimitExceeded", "Job has reached the specified backoff limit"));
        }
        if (deadline(job).filter(at -> !at.isAfter(now)).isPresent()) {
            return Optional.of(
                    new JobResult(false, "DeadlineExceeded", "Job was active longer than specified deadline"));
        }
        boolean done = job.completions()
                .map(wanted -> attempts.succeeded() >= wanted)
                .orElse(attempts.succeeded() > 0 && attempts.active().isEmpty());
        return done
                ? Optional.of(new JobResult(true, "CompletionsReached", "Reached expected number of succeeded pods"))
                : Optional.empty();
    }

    private static boolean hasTriedEnough(Job job, Attempts attempts) {
        boolean restarted =
                job.restartsContainers() && attempts.restarts() > 0 && attempts.restarts() >= job.backoffLimit();
        return attempts.failed() > job.backoffLimit() || restarted;
    }

    /// When a running job exceeds its active deadline.
    static Optional<Instant> deadline(Job job) {
        return job.isSuspended()
                ? Optional.empty()
                : job.started().flatMap(start -> job.activeDeadline().map(start::plus));
    }
}
