package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.node.NodeRuntime.Attempt;
import dev.archipelago.cluster.node.NodeRuntime.Exit;
import dev.archipelago.cluster.node.NodeRuntime.Progress;
import dev.archipelago.controller.plan.EventNote;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The state of one container, from its last reported status to its next one.
///
/// Steps that can happen now happen together: from not created to running and ready is one change of the status.
/// Used by one planner, for one plan.
final class ContainerRun {
    private static final Duration BACKOFF_INITIAL = Duration.ofSeconds(10);
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(5);
    /// After a run of this length, the next failure restarts without back-off.
    private static final Duration BACKOFF_RESET = BACKOFF_MAX.multipliedBy(2);

    private static final int DOUBLINGS_MAX = 5;
    static final String CRASH_LOOP = "CrashLoopBackOff";

    private final PodState observed;
    private final ContainerEvents events;
    private final JsonNode container;
    private final String name;
    private final boolean initial;
    private final String restartPolicy;
    private final List<EventNote> notes = new ArrayList<>();
    private final List<StartContainer> starts = new ArrayList<>();

    private int restarts;
    private JsonNode state;
    private JsonNode lastState;
    private boolean ready;
    private Instant next = Instant.MAX;

    /// @param before the reported status of the container; missing for none
    /// @param restartPolicy Always, OnFailure or Never
    ContainerRun(PodState observed, JsonNode container, JsonNode before, boolean initial, String restartPolicy) {
        this.observed = observed;
        this.events = new ContainerEvents(observed.pod());
        this.container = container;
        this.name = container.path("name").asString("");
        this.initial = initial;
        this.restartPolicy = restartPolicy;
        this.restarts = before.path("restartCount").asInt(0);
        this.state = before.path("state");
        this.lastState = before.path("lastState");
        if (isRunning() && !before.path("image").asString("").equals(image())) {
            notes.add(events.restarting(name));
            ended(new Exit(0, observed.now()));
            restart();
        }
    }

    /// Advances the state to the current time.
    ///
    /// @param since when a container that never ran was to start
    ContainerRun advance(Instant since) {
        Instant from = since;
        while (true) {
            JsonNode ended = isCrashing() ? lastState.path("terminated") : state.path("terminated");
            if (ended.isObject()) {
                Optional<Instant> again = restartTime(ended);
                if (again.isEmpty()) {
                    ready = initial && ended.path("exitCode").asInt(0) == 0;
                    return this;
                }
                if (again.get().isAfter(observed.now())) {
                    waitForRestart(ended, again.get());
                    return this;
                }
                restart();
                from = observed.now();
            }
            if (!run(from)) {
                return this;
            }
        }
    }

    /// @return whether the run has ended
    private boolean run(Instant since) {
        Instant now = observed.now();
        Optional<Instant> started = Texts.time(state.path("running").path("startedAt"));
        Attempt attempt = new Attempt(observed.pod(), observed.node(), container, initial, restarts, since, started);
        Progress progress = observed.containers().progress(attempt);
        if (progress.toStart()) {
            starts.add(new StartContainer(observed.runtime(), attempt));
            waiting("ContainerCreating", "");
            return false;
        }
        if (progress.pullFailure().isPresent()) {
            waitForImage(progress.pullFailure().get(), since);
            return false;
        }
        if (progress.started().isAfter(now)) {
            waiting("ContainerCreating", "");
            next = progress.started();
            return false;
        }
        if (started.isEmpty()) {
            state = Json.object();
            ((ObjectNode) state).putObject("running").put("startedAt", Meta.time(progress.started()));
            notes.add(events.started(name));
        }
        if (progress.exit().isPresent()) {
            Exit exit = progress.exit().get();
            if (!exit.at().isAfter(now)) {
                ended(exit);
                return true;
            }
            next = exit.at();
        }
        ready = !initial && !progress.ready().isAfter(now);
        if (!ready && !initial && progress.ready().isBefore(next)) {
            next = progress.ready();
        }
        return false;
    }

    private void ended(Exit exit) {
        String started = state.path("running").path("startedAt").asString(Meta.time(exit.at()));
        ObjectNode json = Json.object();
        json.putObject("terminated")
                .put("exitCode", exit.code())
                .put("reason", exit.code() == 0 ? "Completed" : "Error")
                .put("startedAt", started)
                .put("finishedAt", Meta.time(exit.at()));
        state = json;
    }

    /// When a container that has ended restarts; empty for never. The first restart is immediate.
    private Optional<Instant> restartTime(JsonNode ended) {
        boolean failed = ended.path("exitCode").asInt(0) != 0;
        boolean again = switch (restartPolicy) {
            case "Never" -> false;
            case "OnFailure" -> failed;
            default -> !initial || failed;
        };
        if (!again) {
            return Optional.empty();
        }
        Instant started = Texts.time(ended.path("startedAt")).orElse(Instant.EPOCH);
        Instant finished = Texts.time(ended.path("finishedAt")).orElse(Instant.EPOCH);
        boolean first = restarts == 0 || Duration.between(started, finished).compareTo(BACKOFF_RESET) >= 0;
        return Optional.of(first ? finished : finished.plus(backOff(restarts)));
    }

    static Duration backOff(int restarts) {
        Duration wait = BACKOFF_INITIAL.multipliedBy(1L << Math.min(restarts - 1, DOUBLINGS_MAX));
        return wait.compareTo(BACKOFF_MAX) < 0 ? wait : BACKOFF_MAX;
    }

    private void waitForRestart(JsonNode ended, Instant at) {
        next = at;
        if (isCrashing()) {
            return;
        }
        ObjectNode last = Json.object();
        last.set("terminated", ended);
        lastState = last;
        String message = "back-off " + text(backOff(restarts)) + " restarting failed container=" + name + " pod="
                + events.podText();
        waiting(CRASH_LOOP, message);
        notes.add(
                events.waitsToRestart("Back-off restarting failed container " + name + " in pod " + events.podText()));
    }

    private static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + "s" : seconds / 60 + "m" + seconds % 60 + "s";
    }

    private void restart() {
        if (!isCrashing()) {
            lastState = state;
        }
        state = Json.object();
        restarts++;
    }

    /// Reports a failed pull: first ErrImagePull, then ImagePullBackOff until the runtime reports another result.
    private void waitForImage(String why, Instant since) {
        String known = state.path("waiting").path("reason").asString("");
        Instant again = since.plus(BACKOFF_INITIAL);
        if (known.equals("ImagePullBackOff") || !again.isAfter(observed.now())) {
            if (!known.equals("ImagePullBackOff")) {
                notes.add(events.waitsToPull(image()));
            }
            waiting("ImagePullBackOff", "Back-off pulling image \"" + image() + "\": ErrImagePull: " + why);
            return;
        }
        if (!known.equals("ErrImagePull")) {
            notes.add(events.unpullable(image(), why));
        }
        waiting("ErrImagePull", why);
        next = again;
    }

    /// Leaves a container that may not start yet waiting.
    ContainerRun keepWaiting(String reason) {
        if (state.isEmpty() || state.has("waiting")) {
            waiting(reason, "");
        }
        return this;
    }

    private void waiting(String reason, String message) {
        ObjectNode json = Json.object();
        ObjectNode waiting = json.putObject("waiting").put("reason", reason);
        if (!message.isEmpty()) {
            waiting.put("message", message);
        }
        state = json;
        ready = false;
    }

    /// Leaves a completed init container unchanged.
    ContainerRun keepCompleted() {
        ready = hasSucceeded();
        return this;
    }

    /// Records that the container was stopped.
    ContainerRun stop(Instant at) {
        if (isRunning()) {
            ended(new Exit(0, at));
        }
        ready = false;
        return this;
    }

    private String image() {
        return container.path("image").asString("");
    }

    private boolean isCrashing() {
        return state.path("waiting").path("reason").asString("").equals(CRASH_LOOP);
    }

    String name() {
        return name;
    }

    boolean isReady() {
        return ready;
    }

    boolean isRunning() {
        return state.has("running");
    }

    /// Whether it never ran.
    boolean isNew() {
        return !isRunning() && !state.has("terminated") && !lastState.has("terminated");
    }

    /// Whether it has ended and does not restart.
    boolean isOver() {
        return state.has("terminated") && restartTime(state.path("terminated")).isEmpty();
    }

    boolean hasSucceeded() {
        return state.has("terminated")
                && state.path("terminated").path("exitCode").asInt(0) == 0;
    }

    /// When it ended; now, if the status has no time.
    Instant finished() {
        return Texts.time(state.path("terminated").path("finishedAt")).orElse(observed.now());
    }

    /// When the state changes next without further input.
    Instant next() {
        return next;
    }

    /// The starts that the runtime is asked for.
    List<StartContainer> starts() {
        return starts;
    }

    List<EventNote> notes() {
        return notes;
    }

    /// The container status to report.
    ///
    /// @param serving whether the pod is not terminating
    ObjectNode json(boolean serving) {
        ObjectNode json = Json.object();
        boolean known = isRunning() || state.has("terminated") || lastState.has("terminated");
        json.put("name", name).put("image", image());
        json.put("imageID", known ? image() : "");
        if (known) {
            json.put("containerID", scheme() + observed.pod().uid() + '/' + name + '/' + restarts);
        }
        json.put("ready", serving && ready).put("restartCount", restarts).put("started", isRunning());
        json.set("state", state.isObject() ? state : Json.object());
        json.set("lastState", lastState.isObject() ? lastState : Json.object());
        return json;
    }

    private String scheme() {
        String version = observed.runtime().version();
        return version.substring(0, version.indexOf("://") + 3);
    }
}
