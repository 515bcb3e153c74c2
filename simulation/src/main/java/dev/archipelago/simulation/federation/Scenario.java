package dev.archipelago.simulation.federation;

import dev.archipelago.simulation.engine.InvariantViolation;
import dev.archipelago.simulation.engine.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One simulated run of a federation: users create, change and scale sets, and clusters join and leave under faults;
/// then the faults end, and all must converge to what the users want.
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

    /// Runs the simulation of a seed.
    public static RunResult run(long seed) {
        return run(seed, (world, reconciler) -> reconciler);
    }

    /// Runs the simulation of a seed with sabotaged controllers.
    static RunResult run(long seed, World.Tampering tampering) {
        RandomGenerator random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(seed);
        World world = new World(random, Faults.draw(random), tampering);
        return RunResult.of(seed, world.trace(), () -> new Scenario(world).run());
    }

    private void run() {
        world.trace().add(world.clusters().size() + " clusters, " + world.faults());
        people.begin();
        world.startProcesses();
        int acts = 3 + world.random().nextInt(12);
        for (int i = 0; i < acts; i++) {
            world.time().soon(STORM.toMillis(), people::act);
        }
        for (int i = 0; i < world.faults().strikes(); i++) {
            world.time().soon(STORM.toMillis(), people::fail);
        }
        world.run(STORM);
        world.heal();
        people.settle();
        comeToRest();
        // The last failure may still be in backoff.
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
