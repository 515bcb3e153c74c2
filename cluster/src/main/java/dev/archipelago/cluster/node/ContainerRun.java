package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.node.NodeRuntime.Attempt;
import dev.archipelago.cluster.node.NodeRuntime.Course;
import dev.archipelago.cluster.node.NodeRuntime.Exit;
import dev.archipelago.controller.plan.EventNote;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Follows one container from what its status says to what it should say now.
///
/// Whatever can happen at once happens in one go: from nothing to running and ready is one change of the status.
final class ContainerRun {
    private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    /// After a run of this length, the next failure counts as the first.
    private static final Duration LONG_RUN = LONGEST_WAIT.multipliedBy(2);

    private static final int DOUBLINGS_MAX = 5;
    static final String CRASHING = "CrashLoopBackOff";

    private final PodState observed;
    private final ContainerEvents voice;
    private final JsonNode container;
    private final String name;
    private final boolean initial;
    private final String restartPolicy;
    private final List<EventNote> remarks = new ArrayList<>();
    private final List<StartContainer> starts = new ArrayList<>();

    private int restarts;
    private JsonNode state;
    private JsonNode lastState;
    private boolean ready;
    private Instant next = Instant.MAX;

    /// @param before its status so far; missing for none
    /// @param restartPolicy Always, OnFailure or Never
    ContainerRun(PodState observed, JsonNode container, JsonNode before, boolean initial, String restartPolicy) {
        this.observed = observed;
        this.voice = new ContainerEvents(observed.pod());
        this.container = container;
        this.name = container.path("name").asString("");
        this.initial = initial;
        this.restartPolicy = restartPolicy;
        this.restarts = before.path("restartCount").asInt(0);
        this.state = before.path("state");
        this.lastState = before.path("lastState");
        if (isRunning() && !before.path("image").asString("").equals(image())) {
            remarks.add(voice.restarting(name));
            ended(new Exit(0, observed.now()));
            restart();
        }
    }

    /// Lets happen what has happened up to now.
    ///
    /// @param since from when on a container that never ran was to run
    ContainerRun follow(Instant since) {
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
        Course course = observed.containers().course(attempt);
        if (course.toStart()) {
            starts.add(new StartContainer(observed.runtime(), attempt));
            waiting("ContainerCreating", "");
            return false;
        }
        if (course.pullFailure().isPresent()) {
            waitForImage(course.pullFailure().get(), since);
            return false;
        }
        if (course.started().isAfter(now)) {
            waiting("ContainerCreating", "");
            next = course.started();
            return false;
        }
        if (started.isEmpty()) {
            state = Json.object();
            ((ObjectNode) state).putObject("running").put("startedAt", Meta.time(course.started()));
            remarks.add(voice.started(name));
        }
        if (course.exit().isPresent()) {
            Exit exit = course.exit().get();
            if (!exit.at().isAfter(now)) {
                ended(exit);
                return true;
            }
            next = exit.at();
        }
        ready = !initial && !course.ready().isAfter(now);
        if (!ready && !initial && course.ready().isBefore(next)) {
            next = course.ready();
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

    /// When a container that has ended is to run again, if it is. The first time at once.
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
        boolean first = restarts == 0 || Duration.between(started, finished).compareTo(LONG_RUN) >= 0;
        return Optional.of(first ? finished : finished.plus(waitAfter(restarts)));
    }

    static Duration waitAfter(int restarts) {
        Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(restarts - 1, DOUBLINGS_MAX));
        return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    }

    private void waitForRestart(JsonNode ended, Instant at) {
        next = at;
        if (isCrashing()) {
            return;
        }
        ObjectNode last = Json.object();
        last.set("terminated", ended);
        lastState = last;
        String message = "back-off " + text(waitAfter(restarts)) + " restarting failed container=" + name + " pod="
                + voice.podText();
        waiting(CRASHING, message);
        remarks.add(
                voice.waitsToRestart("Back-off restarting failed container " + name + " in pod " + voice.podText()));
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

    /// A pull that fails is tried again; that it will fail again is all that can happen.
    private void waitForImage(String why, Instant since) {
        String known = state.path("waiting").path("reason").asString("");
        Instant again = since.plus(FIRST_WAIT);
        if (known.equals("ImagePullBackOff") || !again.isAfter(observed.now())) {
            if (!known.equals("ImagePullBackOff")) {
                remarks.add(voice.waitsToPull(image()));
            }
            waiting("ImagePullBackOff", "Back-off pulling image \"" + image() + "\": ErrImagePull: " + why);
            return;
        }
        if (!known.equals("ErrImagePull")) {
            remarks.add(voice.unpullable(image(), why));
        }
        waiting("ErrImagePull", why);
        next = again;
    }

    /// Leaves a container alone that may not start yet.
    ContainerRun hold(String reason) {
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

    /// Leaves a container alone that has done its work.
    ContainerRun rest() {
        ready = hasSucceeded();
        return this;
    }

    /// Notes that it was made to end.
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
        return state.path("waiting").path("reason").asString("").equals(CRASHING);
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

    /// Whether it has not run yet.
    boolean isNew() {
        return !isRunning() && !state.has("terminated") && !lastState.has("terminated");
    }

    /// Whether it has ended and will not run again.
    boolean isOver() {
        return state.has("terminated") && restartTime(state.path("terminated")).isEmpty();
    }

    boolean hasSucceeded() {
        return state.has("terminated")
                && state.path("terminated").path("exitCode").asInt(0) == 0;
    }

    /// When it ended.
    Instant finished() {
        return Texts.time(state.path("terminated").path("finishedAt")).orElse(observed.now());
    }

    /// When something will happen without anybody's doing.
    Instant next() {
        return next;
    }

    /// What the runtime has to start.
    List<StartContainer> starts() {
        return starts;
    }

    List<EventNote> remarks() {
        return remarks;
    }

    /// Its status.
    ///
    /// @param serving whether the pod is not on its way out
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
