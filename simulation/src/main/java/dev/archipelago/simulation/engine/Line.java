package dev.archipelago.simulation.engine;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.controller.queue.Timers;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The faulty connection between a process and an API. It has the timers of the process, which stop when that dies.
public interface Line extends Timers {
    /// The longest time until a broken watch is opened again.
    long REOPENING_MILLIS_MAX = 20_000;

    SimServer server();

    /// The kinds that the API serves.
    Set<String> kinds();

    Noise noise();

    /// Why calls fail now; empty when they do not.
    Optional<ApiException> obstacle();

    /// Whether events are lost now, without an error.
    boolean isSilent();

    /// Makes a call as a user.
    <R> R as(String user, Supplier<R> call);

    void trace(String what);

    RandomGenerator random();
}
