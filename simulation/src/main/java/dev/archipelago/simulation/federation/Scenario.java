package dev.archipelago.simulation.federation;

import dev.archipelago.simulation.engine.InvariantViolation;
import dev.archipelago.simulation.engine.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One history of a federation: people make sets, change and scale them, clusters join and leave while everything goes
/// wrong; then nothing goes wrong any more, and all must come to rest where people want it.
public final class Scenario {
    private static final Duration STORM = Duration.ofMinutes(5);
    private static final Duration HEALING_MAX = Duration.ofMinutes(40);

    private static final Duration LOOK = Duration.ofSeconds(30);

    private static final Duration CALMING = Duration.ofSeconds(150);

    private final World world;
    private final People people;
    private final FinalState rest;

    private Scenario(World world) {
        this.world = world;
        this.people = new People(world);
        this.rest = new FinalState(world);
    }

    /// Lives through the history of a seed.
    public static RunResult run(long seed) {
        return run(seed, (world, reconciler) -> reconciler);
    }

    /// Lives through the history of a seed in which somebody is not honest.
    static RunResult run(long seed, World.Tampering tampering) {
        RandomGenerator random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(seed);
        World world = new World(random, Faults.draw(random), tampering);
        return RunResult.of(seed, world.trace(), () -> new Scenario(world).run());
    }

    private void run() {
        world.trace().add(world.islands().size() + " clusters, " + world.perils());
        people.begin();
        world.startProcesses();
        int acts = 3 + world.random().nextInt(12);
        for (int i = 0; i < acts; i++) {
            world.time().soon(STORM.toMillis(), people::act);
        }
        for (int i = 0; i < world.perils().strikes(); i++) {
            world.time().soon(STORM.toMillis(), people::suffer);
        }
        world.run(STORM);
        world.heal();
        people.settle();
        comeToRest();
        // What failed last in the storm may still be tried again.
        world.run(CALMING);
        long changes = world.invariants().changes();
        world.run(CALMING);
        if (world.invariants().changes() != changes) {
            throw new InvariantViolation(
                    "a quiet world does not stay quiet: " + world.invariants().lastChange());
        }
        List<String> intentions = world.intentions();
        if (!intentions.isEmpty()) {
            throw new InvariantViolation("there still is something to do: " + intentions);
        }
    }

    private void comeToRest() {
        Duration healed = Duration.ZERO;
        while (!rest.missing().isEmpty()) {
            if (healed.compareTo(HEALING_MAX) > 0) {
                throw new InvariantViolation("does not come to rest: " + rest.missing());
            }
            people.makeRoom();
            people.acceptLosses();
            world.run(LOOK);
            healed = healed.plus(LOOK);
        }
    }
}
