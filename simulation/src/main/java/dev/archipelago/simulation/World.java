package dev.archipelago.simulation;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A cluster with its nodes, its controllers and its faults.
final class World {
    private final RandomGenerator random;
    private final SimTime time;
    private final Trace trace;
    private final SimStore store = new SimStore();
    private final SimServer server;
    private final Invariants invariants;
    private final SimNodes nodes;
    private final Function<Caches, List<Reconciler>> reconcilers;
    private final List<SimProcess> processes = new ArrayList<>();
    private Faults faults;
    private int births;

    World(RandomGenerator random, Faults faults, Function<Caches, List<Reconciler>> reconcilers) {
        this.random = random;
        this.faults = faults;
        this.reconcilers = reconcilers;
        time = new SimTime(random);
        trace = new Trace(time);
        server = new SimServer(store, time, random);
        ObjectNode namespace = Json.object();
        namespace.putObject("metadata").put("name", "default");
        server.api("setup")
                .create(
                        AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false),
                        namespace.put("apiVersion", "v1").put("kind", "Namespace"));
        invariants = new Invariants(this);
        nodes = new SimNodes(this, 3);
        for (int i = 0; i < faults.controllers(); i++) {
            startProcess();
        }
    }

    private void startProcess() {
        processes.add(SimProcess.start("controllers-" + births++, this, reconcilers));
    }

    /// Kills a process. Another takes its place after a while.
    void kill(SimProcess process) {
        process.kill();
        processes.remove(process);
        time.soon(10_000, this::startProcess);
    }

    /// From now on nothing goes wrong any more.
    void heal() {
        trace.add("all faults end");
        faults = new Faults(5, 1, 0, 0, 0, 0, 0, 0, faults.controllers(), 0, false);
        nodes.healAll();
    }

    /// Lets time pass.
    void run(Duration duration) {
        Instant end = time.instant().plus(duration);
        while (time.step(end)) {
            invariants.check();
        }
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

    SimStore store() {
        return store;
    }

    SimServer server() {
        return server;
    }

    SimNodes nodes() {
        return nodes;
    }

    Invariants invariants() {
        return invariants;
    }

    Faults faults() {
        return faults;
    }
}
