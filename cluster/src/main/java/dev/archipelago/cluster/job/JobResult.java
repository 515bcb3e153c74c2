package dev.archipelago.cluster.job;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// How a job ends.
///
/// @param reason one word
record JobResult(boolean success, String reason, String message) {
    private static final String MET = "SuccessCriteriaMet";
    private static final String MISSED = "FailureTarget";

    /// The condition that says how it will end, while pods are still on their way out.
    String coming() {
        return success ? MET : MISSED;
    }

    /// The condition that says that it has ended.
    String end() {
        return success ? "Complete" : "Failed";
    }

    /// How a job ends, if that is clear: it was said before, or it is so now.
    static Optional<JobResult> of(Job job, Attempts attempts, Instant now) {
        for (String said : new String[] {MET, MISSED}) {
            if (Conditions.isTrue(job.status(), said)) {
                JsonNode condition = Conditions.find(job.status(), said);
                return Optional.of(new JobResult(
                        said.equals(MET),
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

    /// When a job that runs has run for too long.
    static Optional<Instant> deadline(Job job) {
        return job.isSuspended()
                ? Optional.empty()
                : job.started().flatMap(start -> job.activeDeadline().map(start::plus));
    }
}
