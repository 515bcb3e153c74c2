package dev.archipelago.simulation;

import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.simulation.engine.InvariantViolation;
import dev.archipelago.simulation.engine.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One history: sets are made, changed and scaled by people who know nothing of each other while everything goes
/// wrong; then nothing goes wrong any more, and all must come to rest where people want it.
public final class Scenario {
    private static final Duration STORM = Duration.ofMinutes(4);
    private static final Duration HEALING_MAX = Duration.ofMinutes(20);

    private static final Duration CALMING = Duration.ofSeconds(90);

    /// Longer than anybody waits for anything.
    private static final Duration QUIET = Duration.ofMinutes(6);

    private final World world;
    private final People people;
    private final FinalState rest;

    private Scenario(World world) {
        this.world = world;
        this.people = new People(world);
        this.rest = new FinalState(world);
    }

    /// Lives through the history of a seed.
    ///
    /// @param reconcilers the controllers of each process
    public static RunResult run(long seed, Function<Caches, List<Reconciler>> reconcilers) {
        RandomGenerator random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(seed);
        World world = new World(random, Faults.draw(random), reconcilers);
        return RunResult.of(seed, world.trace(), () -> new Scenario(world).run());
    }

    private void run() {
        world.trace().add("faults: " + world.faults());
        people.createSets();
        int acts = 3 + world.random().nextInt(12);
        for (int i = 0; i < acts; i++) {
            world.time().soon(STORM.toMillis(), people::act);
        }
        world.run(STORM);
        world.heal();
        people.settle();
        comeToRest();
        people.clearUp();
        // What failed last in the storm may still be tried again.
        world.run(CALMING);
        long changes = world.invariants().changes();
        // Heartbeats are most of what there is to do then: not every history can be that long.
        world.run(world.random().nextInt(4) == 0 ? QUIET : CALMING);
        if (world.invariants().changes() != changes) {
            throw new InvariantViolation("a quiet world does not stay quiet");
        }
        List<String> intentions = world.intentions();
        if (!intentions.isEmpty()) {
            throw new InvariantViolation("there still is something to do: " + intentions);
        }
    }

    private void comeToRest() {
        Duration healed = Duration.ZERO;
        while (!people.areContent() || !rest.missing().isEmpty()) {
            if (healed.compareTo(HEALING_MAX) > 0) {
                throw new InvariantViolation("does not come to rest: " + rest.missing());
            }
            world.run(Duration.ofSeconds(10));
            healed = healed.plusSeconds(10);
        }
    }
}
