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

/// One simulated run: users create, change and scale sets under faults; then the faults end, and all must converge to
/// what the users want.
public final class Scenario {
    private static final Duration STORM = Duration.ofMinutes(4);
    private static final Duration HEALING_MAX = Duration.ofMinutes(20);

    private static final Duration CALMING = Duration.ofSeconds(90);

    /// Longer than any timeout.
    private static final Duration QUIET = Duration.ofMinutes(6);

    private final World world;
    private final People people;
    private final FinalState rest;

    private Scenario(World world) {
        this.world = world;
        this.people = new People(world);
        this.rest = new FinalState(world);
    }

    /// Runs the simulation of a seed.
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
        // The last failure may still be in backoff.
        world.run(CALMING);
        long changes = world.invariants().changes();
        // Most of this time is spent on heartbeats, so only some runs take it.
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
