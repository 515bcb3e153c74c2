package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.volumes.DefaultClass;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.simulation.engine.SimServer;
import dev.archipelago.simulation.engine.SimTime;
import dev.archipelago.simulation.engine.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A simulated cluster with its nodes, processes and faults.
final class World implements SimProcess.Environment {
    /// The kinds that occur in it.
    static final Set<String> KINDS = Set.of(
            "Pod",
            "PersistentVolumeClaim",
            "PersistentVolume",
            "StorageClass",
            "StatefulSet",
            "ControllerRevision",
            "Node",
            "Lease");

    private final RandomGenerator random;
    private final SimTime time;
    private final Trace trace;
    private final SimServer server;
    private final Invariants invariants;
    private final List<Machine> machines = new ArrayList<>();
    private final Function<Caches, List<Reconciler>> reconcilers;
    private final List<SimProcess> processes = new ArrayList<>();
    private final Duration ageMax;
    private Faults faults;
    private String actor = "people";
    private int processesStarted;

    World(RandomGenerator random, Faults faults, Function<Caches, List<Reconciler>> reconcilers) {
        this.random = random;
        this.faults = faults;
        this.ageMax = faults.ageMax();
        this.reconcilers = reconcilers;
        time = new SimTime(random);
        trace = new Trace(time);
        server = new SimServer(time, random);
        setUp(server.api("setup"));
        invariants = new Invariants(this);
        List<String> zones = random.nextBoolean() ? List.of() : List.of("a", "b");
        for (Fleet.Machine machine : Fleet.of(3, zones).machines()) {
            Machine started = new Machine(this, machine);
            machines.add(started);
            started.powerOn();
        }
        for (int i = 0; i < faults.controllers(); i++) {
            startProcess();
        }
    }

    private void setUp(ClusterApi api) {
        for (String name : List.of("default", "kube-node-lease")) {
            ObjectNode namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
            namespace.putObject("metadata").put("name", name);
            api.create(Namespace.KIND, namespace);
        }
        api.create(StorageClass.KIND, DefaultClass.of(random.nextBoolean() ? "Immediate" : "WaitForFirstConsumer"));
    }

    private void startProcess() {
        processes.add(SimProcess.start("controllers-" + processesStarted++, this, this, reconcilers));
    }

    @Override
    public boolean isCutOff() {
        return false;
    }

    /// Starts another process after a while.
    @Override
    public void died(SimProcess process) {
        processes.remove(process);
        time.soon(Faults.RESTART_MILLIS_MAX, this::startProcess);
    }

    /// Ends all faults.
    void heal() {
        trace.add("all faults end");
        faults = faults.none();
        machines.forEach(this::heal);
    }

    void heal(Machine machine) {
        if (!machine.isReachable()) {
            trace.add(machine.name() + " is back");
            machine.reconnect();
            if (!machine.isPowered()) {
                machine.powerOn();
            }
        }
    }

    /// Advances time.
    void run(Duration duration) {
        Instant end = time.instant().plus(duration);
        while (time.step(end)) {
            invariants.check();
        }
    }

    /// Makes a call as a user.
    <R> R as(String user, Supplier<R> call) {
        String before = actor;
        actor = user;
        try {
            return call.get();
        } finally {
            actor = before;
        }
    }

    /// The user of the current call.
    String actor() {
        return actor;
    }

    /// The plans that any controller would still make.
    List<String> intentions() {
        List<String> intentions = new ArrayList<>();
        processes.forEach(process -> intentions.addAll(process.intentions()));
        machines.forEach(machine -> intentions.addAll(machine.intentions()));
        return intentions;
    }

    Optional<Machine> machine(String name) {
        return machines.stream().filter(machine -> machine.name().equals(name)).findFirst();
    }

    List<Machine> machines() {
        return machines;
    }

    RandomGenerator random() {
        return random;
    }

    SimTime time() {
        return time;
    }

    Trace trace() {
        return trace;
    }

    SimServer server() {
        return server;
    }

    Invariants invariants() {
        return invariants;
    }

    /// The greatest age of the state that a controller may act on.
    Duration ageMax() {
        return ageMax;
    }

    Faults faults() {
        return faults;
    }
}
