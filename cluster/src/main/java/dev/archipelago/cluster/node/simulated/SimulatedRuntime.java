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

/// Containers that only seem to run. What becomes of one follows from its pod, its node and the time alone.
///
/// By default everything happens at once and goes well: containers start, are ready and run for ever, those of a Job
/// and those that initialise a pod end well, and images named `…:nonexistent`, `…:404` or `…:broken` cannot be
/// pulled. Annotations of the pod change that. Each may end in `.` and the name of one container.
///
/// | annotation | is |
/// |---|---|
/// | `simulation.archipelago.dev/pull-delay`, `start-delay`, `ready-delay`, `stop-delay` | how long that takes |
/// | `…/init-delay`, `init-exit-code` | how long containers that initialise run, and how they end |
/// | `…/exit-after`, `exit-code` | that a container ends, when and how |
/// | `…/crash` | `true`: every run fails at once; a number: that many do |
/// | `…/never-ready` | `true`: it runs and does not serve; may come and go |
///
/// On a Node, `…/fault` with any value makes it dead until the annotation is removed, and `…/booted` with a time ends
/// whatever was running then.
public final class SimulatedRuntime implements NodeRuntime {
    public static final String PREFIX = "simulation.archipelago.dev/";

    /// How long stopping should take where people look on.
    /// Times are whole seconds, so pods take between a quarter of a second and five quarters to stop. When one
    /// vanishes at once and comes back under its name, `kubectl delete` may see but the new one, and then waits for
    /// that to go.
    public static final String STOP_DELAY = "1250ms";

    private static final List<String> UNPULLABLE = List.of(":nonexistent", ":404", ":broken");
    private static final int KILLED = 255;

    private final Map<String, String> defaults;

    public SimulatedRuntime() {
        this(Map.of());
    }

    /// @param defaults what holds for all pods, by the names of the annotations without their prefix
    public SimulatedRuntime(Map<String, String> defaults) {
        this.defaults = Map.copyOf(defaults);
    }

    /// What is wrong with a rule that is to hold for all pods.
    ///
    /// @param rule the name of an annotation without its prefix
    /// @return empty when nothing is
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
            public Course course(Attempt attempt) {
                return SimulatedRuntime.course(attempt, rules);
            }

            @Override
            public Optional<Instant> stopped(Instant asked) {
                return Optional.of(asked.plus(rules.duration("stop-delay", "")));
            }
        };
    }

    private static Course course(Attempt attempt, Rules rules) {
        String name = attempt.container().path("name").asString("");
        String image = attempt.container().path("image").asString("");
        if (attempt.started().isEmpty() && UNPULLABLE.stream().anyMatch(image::endsWith)) {
            return Course.unpullable(
                    "rpc error: code = NotFound desc = failed to pull and unpack image \"" + image + "\": not found");
        }
        Instant started = attempt.started()
                .orElseGet(() -> attempt.since()
                        .plus(attempt.number() == 0 ? rules.duration("pull-delay", name) : Duration.ZERO)
                        .plus(rules.duration("start-delay", name)));
        Instant ready = rules.is("never-ready", name)
                ? Instant.MAX
                : started.plus(rules.duration("ready-delay", name)).plus(probeDelay(attempt.container()));
        return Course.running(started, ready, exit(attempt, rules, name, started));
    }

    /// The first probe is the one that succeeds.
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

    /// There is nothing to start: what becomes of a container follows from its pod.
    @Override
    public void start(Attempt attempt) {}

    @Override
    public void stop(Pod pod, Node node, Instant asked) {}
}
