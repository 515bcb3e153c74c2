package dev.archipelago.cluster.node.simulated;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.NodeRuntime;
import dev.archipelago.cluster.node.PodContainers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A runtime whose containers do not really run. Their states follow from the pod, the node and the time alone.
///
/// By default everything happens at once and succeeds: containers start, become ready and run for ever; those of a
/// Job and init containers succeed; images named `…:nonexistent`, `…:404` or `…:broken` cannot be pulled.
/// Annotations of the pod change that. Each may end in `.` and the name of one container.
///
/// | annotation | meaning |
/// |---|---|
/// | `simulation.archipelago.dev/pull-delay`, `start-delay`, `ready-delay`, `stop-delay` | how long that takes |
/// | `…/init-delay`, `init-exit-code` | how long init containers run, and their exit code |
/// | `…/exit-after`, `exit-code` | that a container ends, when, and with which code |
/// | `…/crash` | `true`: every run fails at once; a number: that many runs fail |
/// | `…/never-ready` | `true`: it runs and is not ready; may be set and removed |
///
/// On a Node, `…/fault` with any value makes it dead until the annotation is removed, and `…/booted` with a time
/// ends all containers that ran at that time.
public final class SimulatedRuntime implements NodeRuntime {
    public static final String PREFIX = "simulation.archipelago.dev/";

    /// The recommended time to stop a pod where users watch. Times are whole seconds, so pods take between a
    /// quarter of a second and five quarters to stop. When a pod disappears at once and another of its name
    /// appears, `kubectl delete` may see only the new one, and waits for its deletion.
    public static final String STOP_DELAY = "1250ms";

    private static final List<String> UNPULLABLE = List.of(":nonexistent", ":404", ":broken");
    private static final int KILLED = 255;

    private final Map<String, String> defaults;

    public SimulatedRuntime() {
        this(Map.of());
    }

    /// @param defaults the rules of all pods, by annotation name without the prefix
    public SimulatedRuntime(Map<String, String> defaults) {
        this.defaults = Map.copyOf(defaults);
    }

    /// The error in a rule for all pods.
    ///
    /// @param rule the name of an annotation without its prefix
    /// @return empty for none
    public static String problem(String rule, String value) {
        return Rule.problem(rule, value);
    }

    @Override
    public String version() {
        return "simulated://1";
    }

    @Override
    public boolean isUp(Node node) {
        return !node.meta().annotations().containsKey(PREFIX + "fault");
    }

    @Override
    public PodContainers observe(Pod pod, Node node) {
        Rules rules = Rules.of(pod, defaults);
        return new PodContainers() {
            @Override
            public Progress progress(Attempt attempt) {
                return SimulatedRuntime.progress(attempt, rules);
            }

            @Override
            public Optional<Instant> stopped(Instant asked) {
                return Optional.of(asked.plus(rules.duration("stop-delay", "")));
            }
        };
    }

    private static Progress progress(Attempt attempt, Rules rules) {
        String name = attempt.container().path("name").asString("");
        String image = attempt.container().path("image").asString("");
        if (attempt.started().isEmpty() && UNPULLABLE.stream().anyMatch(image::endsWith)) {
            return Progress.unpullable(
                    "rpc error: code = NotFound desc = failed to pull and unpack image \"" + image + "\": not found");
        }
        Instant started = attempt.started()
                .orElseGet(() -> attempt.since()
                        .plus(attempt.number() == 0 ? rules.duration("pull-delay", name) : Duration.ZERO)
                        .plus(rules.duration("start-delay", name)));
        Instant ready = rules.is("never-ready", name)
                ? Instant.MAX
                : started.plus(rules.duration("ready-delay", name)).plus(probeDelay(attempt.container()));
        return Progress.running(started, ready, exit(attempt, rules, name, started));
    }

    /// The first probe succeeds, so only its initial delay counts.
    private static Duration probeDelay(JsonNode container) {
        return Duration.ofSeconds(container
                        .path("startupProbe")
                        .path("initialDelaySeconds")
                        .asLong(0)
                + container.path("readinessProbe").path("initialDelaySeconds").asLong(0));
    }

    private static Optional<Exit> exit(Attempt attempt, Rules rules, String name, Instant started) {
        Optional<Instant> booted = booted(attempt.node()).filter(started::isBefore);
        if (booted.isPresent() && attempt.started().isPresent()) {
            return Optional.of(new Exit(KILLED, booted.get()));
        }
        if (rules.is("crash", name) || rules.number("crash", name) > attempt.number()) {
            return Optional.of(new Exit(1, started));
        }
        if (attempt.initial()) {
            return Optional.of(
                    new Exit(rules.number("init-exit-code", name), started.plus(rules.duration("init-delay", name))));
        }
        if (rules.has("exit-after", name) || rules.has("exit-code", name) || isOfJob(attempt.pod())) {
            return Optional.of(
                    new Exit(rules.number("exit-code", name), started.plus(rules.duration("exit-after", name))));
        }
        return Optional.empty();
    }

    private static Optional<Instant> booted(Node node) {
        String text = node.meta().annotations().getOrDefault(PREFIX + "booted", "");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isOfJob(Pod pod) {
        return pod.meta().controller().map(Owner::kind).filter("Job"::equals).isPresent();
    }

    /// Does nothing, as the state of a container follows from its pod.
    @Override
    public void start(Attempt attempt) {}

    @Override
    public void stop(Pod pod, Node node, Instant asked) {}
}
