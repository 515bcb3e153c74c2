package dev.archipelago.apiserver.table;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What the states of a pod's containers come to. While init containers are at work they alone count; afterwards the
/// others do, with the init containers that keep running beside them (sidecars).
final class PodSummary {
    private final JsonNode pod;
    private final JsonNode status;
    private final Set<String> sidecars = new HashSet<>();
    private final Restarts sidecarRestarts = new Restarts();
    private Restarts restarts = new Restarts();
    private String reason;
    private int ready;

    /// Restarts counted, and the time of the last.
    private static final class Restarts {
        long count;

        @Nullable
        Instant last;

        void add(JsonNode container) {
            count += Values.number(container, "restartCount");
            Instant finished = Cells.instant(Values.at(container, "lastState", "terminated", "finishedAt"));
            if (finished != null && (last == null || finished.isAfter(last))) {
                last = finished;
            }
        }
    }

    PodSummary(JsonNode pod) {
        this.pod = pod;
        status = pod.path("status");
        reason = Values.or(Values.text(status, "reason"), Values.text(status, "phase"));
        for (JsonNode condition : status.path("conditions")) {
            if (Values.text(condition, "type").equals("PodScheduled")
                    && Values.text(condition, "reason").equals("SchedulingGated")) {
                reason = "SchedulingGated";
            }
        }
        for (JsonNode container : Values.at(pod, "spec", "initContainers")) {
            if (Values.text(container, "restartPolicy").equals("Always")) {
                sidecars.add(Values.text(container, "name"));
            }
        }
        boolean initializing = readInitContainers();
        if (!initializing || Values.isTrue(status.path("conditions"), "Initialized")) {
            restarts = sidecarRestarts;
            readContainers();
        }
        readDeletion();
    }

    /// Whether one of them is not done.
    private boolean readInitContainers() {
        int done = 0;
        for (JsonNode container : status.path("initContainerStatuses")) {
            boolean sidecar = sidecars.contains(Values.text(container, "name"));
            restarts.add(container);
            if (sidecar) {
                sidecarRestarts.add(container);
            }
            JsonNode terminated = Values.at(container, "state", "terminated");
            if (Values.isPresent(terminated) && Values.number(terminated, "exitCode") == 0) {
                done++;
            } else if (sidecar && Values.flag(container, "started")) {
                ready += Values.flag(container, "ready") ? 1 : 0;
                done++;
            } else {
                reason = "Init:" + progress(container, terminated, done);
                return true;
            }
        }
        return false;
    }

    private String progress(JsonNode container, JsonNode terminated, int done) {
        if (Values.isPresent(terminated)) {
            return ending(terminated);
        }
        String waiting = Values.text(container, "state", "waiting", "reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing")
                ? done + "/" + Values.at(pod, "spec", "initContainers").size()
                : waiting;
    }

    private static String ending(JsonNode terminated) {
        String why = Values.text(terminated, "reason");
        if (!why.isEmpty()) {
            return why;
        }
        long signal = Values.number(terminated, "signal");
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + Values.number(terminated, "exitCode");
    }

    private void readContainers() {
        boolean running = false;
        String failure = "";
        JsonNode containers = status.path("containerStatuses");
        // Backwards, so that the first container has the last word.
        for (int i = containers.size() - 1; i >= 0; i--) {
            JsonNode container = containers.path(i);
            restarts.add(container);
            JsonNode terminated = Values.at(container, "state", "terminated");
            String waiting = Values.text(container, "state", "waiting", "reason");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (Values.isPresent(terminated)) {
                reason = ending(terminated);
                failure = Values.number(terminated, "exitCode") != 0 ? reason : failure;
            } else if (Values.flag(container, "ready") && Values.has(container, "state", "running")) {
                running = true;
                ready++;
            }
        }
        // One container being done does not make the pod so.
        if (reason.equals("Completed")) {
            if (running && Values.isTrue(status.path("conditions"), "Ready")) {
                reason = "Running";
            } else if (!failure.isEmpty()) {
                reason = failure;
            } else if (running) {
                reason = "NotReady";
            }
        }
    }

    private void readDeletion() {
        if (!Values.isDeleted(pod)) {
            return;
        }
        String phase = Values.text(status, "phase");
        if (Values.text(status, "reason").equals("NodeLost")) {
            reason = "Unknown";
        } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
            reason = "Terminating";
        }
    }

    String reason() {
        return reason;
    }

    int ready() {
        return ready;
    }

    int total() {
        return Values.at(pod, "spec", "containers").size() + sidecars.size();
    }

    long restarts() {
        return restarts.count;
    }

    @Nullable
    Instant lastRestart() {
        return restarts.last;
    }
}
