package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.NodeAgent;
import dev.archipelago.cluster.node.NodeRuntime;
import dev.archipelago.cluster.node.PodContainers;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A machine and what really runs on it; the API only has reports of that. The production node agent manages it while
/// it has power.
final class Machine implements NodeRuntime, SimProcess.Environment {
    /// The user of node agents.
    static final String USER = "kubelet";

    /// The user of node heartbeats.
    static final String HEARTBEATS = "kubelet-node";

    private static final int KILLED = 255;
    private static final Duration MOUNTING_PAUSE = Duration.ofSeconds(1);

    private final World world;
    private final Fleet fleet;
    private final String name;
    private final Map<String, Run> runs = new TreeMap<>();
    private final Set<String> givenUp = new TreeSet<>();
    private @Nullable SimProcess agent;
    private @Nullable Cache<Pod> pods;
    private Consumer<Key> changed = key -> {};
    private boolean cutOff;
    private boolean powered;

    /// The containers of a pod.
    static final class Run {
        private final Key key;
        private final String uid;
        private final int number;
        private Instant start;
        private Instant ready;
        private boolean running;
        private @Nullable Instant end;

        private Run(Pod pod, int number, Instant start, Instant ready) {
            this.key = pod.key();
            this.uid = pod.uid();
            this.number = number;
            this.start = start;
            this.ready = ready;
        }

        private void delay(Instant later) {
            ready = later.plus(Duration.between(start, ready));
            start = later;
        }

        Key key() {
            return key;
        }

        String uid() {
            return uid;
        }

        Instant start() {
            return start;
        }
    }

    Machine(World world, Fleet.Machine spec) {
        this.world = world;
        this.fleet = new Fleet(List.of(spec), "local", Fleet.PODS, Fleet.HOSTS);
        this.name = spec.name();
    }

    String name() {
        return name;
    }

    /// The pods that run and are not given up. A node that is cut off may not know that, and may
    /// have restarted one.
    List<Run> live() {
        return runs.values().stream()
                .filter(run -> run.running && !givenUp.contains(run.uid))
                .toList();
    }

    boolean isPowered() {
        return powered;
    }

    boolean isReachable() {
        return powered && !cutOff;
    }

    void powerOn() {
        powered = true;
        startAgent();
    }

    void powerOff() {
        world.trace().add(name + " has lost its power");
        powered = false;
        runs.clear();
        killAgent();
    }

    void cutOff() {
        world.trace().add(name + " is cut off, and goes on");
        cutOff = true;
    }

    void reconnect() {
        cutOff = false;
    }

    void restartAgent() {
        killAgent();
        reviveAgent();
    }

    private void killAgent() {
        if (agent != null) {
            agent.kill();
            agent = null;
        }
    }

    @Override
    public void died(SimProcess process) {
        agent = null;
        reviveAgent();
    }

    private void reviveAgent() {
        world.time().soon(Faults.RESTART_MILLIS_MAX, () -> {
            if (powered && agent == null) {
                startAgent();
            }
        });
    }

    private void startAgent() {
        agent = SimProcess.start(name, world, this, this::reconcilers);
        endStrays();
    }

    private List<Reconciler> reconcilers(Caches caches) {
        pods = caches.of(Pod.KIND);
        pods.listen((before, after) -> {
            if (before != null && (after == null || !after.uid().equals(before.uid()))) {
                endStrays();
            }
        });
        return NodeAgent.reconcilers(caches, fleet, this);
    }

    /// Ends pods that are gone from the agent's cache, whatever the reason.
    private void endStrays() {
        Cache<Pod> known = pods;
        for (Run run : runs.values()) {
            if (known != null
                    && known.isFilled()
                    && known.get(run.key)
                            .filter(pod -> pod.uid().equals(run.uid))
                            .isEmpty()) {
                world.time().soon(3000, () -> end(run.uid));
            }
        }
    }

    /// Ends whatever runs of a pod.
    void end(String uid) {
        Run run = runs.remove(uid);
        if (run != null && run.running) {
            world.trace().add(name + ": stopped " + run.key);
        }
    }

    /// Records that a pod on an unreachable node is given up.
    void giveUp(String uid) {
        givenUp.add(uid);
    }

    List<String> intentions() {
        return agent == null ? List.of(name + " is down") : agent.intentions();
    }

    @Override
    public boolean isCutOff() {
        return cutOff;
    }

    @Override
    public String version() {
        return "simulation://1";
    }

    @Override
    public boolean isUp(Node node) {
        return true;
    }

    @Override
    public void connect(Consumer<Key> changed) {
        this.changed = changed;
    }

    @Override
    public PodContainers observe(Pod pod, Node node) {
        Run run = runs.get(pod.uid());
        Instant now = world.time().instant();
        return new PodContainers() {
            @Override
            public Progress progress(Attempt attempt) {
                return Machine.progress(attempt, run, now);
            }

            @Override
            public Optional<Instant> stopped(Instant asked) {
                return run == null ? Optional.of(asked) : Optional.ofNullable(run.end);
            }
        };
    }

    private static Progress progress(Attempt attempt, @Nullable Run run, Instant now) {
        String image = attempt.container().path("image").asString("");
        boolean known = run != null && run.number == attempt.number();
        if (attempt.started().isPresent() && !known) {
            // It ran before the power failure.
            return Progress.running(attempt.started().get(), Instant.MAX, Optional.of(new Exit(KILLED, now)));
        }
        if (image.endsWith(":broken")) {
            return Progress.unpullable("there is no such image");
        }
        if (run == null || !known) {
            return Progress.TO_START;
        }
        if (!run.running) {
            Instant start = run.start.isAfter(now) ? run.start : now.plusMillis(1);
            return Progress.running(start, Instant.MAX, Optional.empty());
        }
        Optional<Exit> exit =
                image.endsWith(":crash") ? Optional.of(new Exit(1, run.start.plusSeconds(1))) : Optional.empty();
        return Progress.running(attempt.started().orElse(run.start), run.ready, exit);
    }

    @Override
    public void start(Attempt attempt) {
        Pod pod = attempt.pod();
        Run known = runs.get(pod.uid());
        if (known == null || known.number != attempt.number()) {
            Run run = prepare(pod, attempt.number());
            runs.put(pod.uid(), run);
            begin(pod, run);
            changed.accept(pod.key());
            endStrays();
        }
    }

    /// Starts a run at its time, or when its volumes exist.
    private void begin(Pod pod, Run run) {
        var _ = world.time().at(run.start, () -> {
            if (runs.get(run.uid) != run) {
                return;
            }
            if (!hasVolumes(pod)) {
                run.delay(world.time().instant().plus(MOUNTING_PAUSE));
                begin(pod, run);
                return;
            }
            run.running = true;
            world.trace().add(name + ": started " + run.key + ' ' + run.uid);
            world.invariants().started(pod);
            changed.accept(run.key);
        });
    }

    /// Whether the volumes of a pod really exist, whatever the agent's cache has.
    private boolean hasVolumes(Pod pod) {
        return pod.claims().stream()
                .allMatch(mounted -> world.invariants()
                        .truth()
                        .claim(new Key(pod.namespace(), mounted.claim()))
                        .filter(Claim::isBound)
                        .isPresent());
    }

    private Run prepare(Pod pod, int number) {
        boolean slow = world.random().nextDouble() < world.faults().slowStart();
        Instant start = world.time().instant().plusMillis(world.random().nextLong(slow ? 30_000 : 500));
        return new Run(pod, number, start, start.plusMillis(world.random().nextLong(500)));
    }

    @Override
    public void stop(Pod pod, Node node, Instant asked) {
        Run run = runs.get(pod.uid());
        if (run == null || run.end != null) {
            return;
        }
        if (!run.running) {
            runs.remove(run.uid);
        } else {
            Instant end = world.time().instant().plusMillis(world.random().nextLong(3000));
            run.end = end;
            var _ = world.time().at(end, () -> {
                if (runs.get(run.uid) == run) {
                    end(run.uid);
                    changed.accept(run.key);
                }
            });
        }
        changed.accept(run.key);
    }
}
