package dev.archipelago.simulation.engine;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.controller.queue.Timers;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The way between a process and an API, on which calls and news get lost. It has the time of the process, at which
/// nothing happens any more when that is dead.
public interface Line extends Timers {
    /// How long a broken watch may stay away.
    long REOPENING_MILLIS_MAX = 20_000;

    SimServer server();

    /// The names of the kinds that there are at its end.
    Set<String> kinds();

    Noise noise();

    /// Why no call gets through now; nothing when calls do.
    Optional<ApiException> obstacle();

    /// Whether events do not get through now, and nobody notices.
    boolean isSilent();

    /// Makes a call in somebody's name.
    <R> R as(String user, Supplier<R> call);

    void trace(String what);

    RandomGenerator random();
}
