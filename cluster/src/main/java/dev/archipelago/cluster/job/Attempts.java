package dev.archipelago.cluster.job;

import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The pods of a job by their phase.
///
/// @param active those running or pending, the most advanced first
/// @param terminating how many are being deleted and have not ended
/// @param ended the finished pods, in the order in which they ended
record Attempts(Job job, List<Pod> active, int terminating, List<Pod> ended) {
    private static final Duration PAUSE_MIN = Duration.ofSeconds(10);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
    private static final int DOUBLINGS_MAX = 6;

    static Attempts of(Job job, List<Pod> pods) {
        List<Pod> active = new ArrayList<>();
        List<Pod> ended = new ArrayList<>();
        int terminating = 0;
        for (Pod pod : pods) {
            if (pod.isOver()) {
                ended.add(pod);
            } else if (pod.isDeleting()) {
                terminating++;
            } else {
                active.add(pod);
            }
        }
        active.sort(Comparator.comparing(Pod::isReady)
                .reversed()
                .thenComparing(pod -> pod.meta().created())
                .thenComparing(Pod::name));
        ended.sort(Comparator.comparing(Attempts::end).thenComparing(Pod::name));
        return new Attempts(job, active, terminating, ended);
    }

    private static Instant end(Pod pod) {
        return pod.readySince().orElse(pod.meta().created());
    }

    private static boolean succeeded(Pod pod) {
        return pod.phase().equals("Succeeded");
    }

    /// The succeeded pods, including counted ones that are deleted by now.
    int succeeded() {
        int seen = (int) ended.stream().filter(Attempts::succeeded).count();
        return Math.max(seen, job.status().path("succeeded").asInt(0));
    }

    int failed() {
        int seen = (int) ended.stream().filter(pod -> !succeeded(pod)).count();
        return Math.max(seen, job.status().path("failed").asInt(0));
    }

    int ready() {
        return (int) active.stream().filter(Pod::isReady).count();
    }

    int restarts() {
        return active.stream().mapToInt(Pod::restarts).sum();
    }

    /// When the next pod may be created after failures, with exponential backoff.
    Optional<Instant> nextTry() {
        int failures = 0;
        for (Pod pod : ended.reversed()) {
            if (succeeded(pod)) {
                break;
            }
            failures++;
        }
        if (failures == 0) {
            return Optional.empty();
        }
        Duration pause = PAUSE_MIN.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
        return Optional.of(end(ended.getLast()).plus(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX));
    }
}
