package dev.archipelago.simulation.federation;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.simulation.engine.Line;
import dev.archipelago.simulation.engine.Noise;
import dev.archipelago.simulation.engine.SimServer;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The connection of a control plane to the federation's own API, or to that of a cluster.
final class ProcessLine implements Line {
    private final ControlProcess process;
    private final World world;
    private final @Nullable SimCluster island;
    private final String token;

    /// @param island null for the federation's own API
    /// @param token the credentials of the process
    ProcessLine(ControlProcess process, World world, @Nullable SimCluster island, String token) {
        this.process = process;
        this.world = world;
        this.island = island;
        this.token = token;
    }

    @Override
    public SimServer server() {
        return island == null ? world.home() : island.server();
    }

    @Override
    public Set<String> kinds() {
        return island == null ? World.HOME_KINDS : World.ISLAND_KINDS;
    }

    @Override
    public Noise noise() {
        return world.faults().noise();
    }

    @Override
    public Optional<ApiException> obstacle() {
        return island == null ? Optional.empty() : island.obstacle(token);
    }

    @Override
    public boolean isSilent() {
        return island != null && island.isSilent();
    }

    @Override
    public <R> R as(String user, Supplier<R> call) {
        return world.as(user, call);
    }

    /// The additional delay of this connection.
    long delayMillisMax() {
        return island == null ? 0 : island.delayMillisMax();
    }

    @Override
    public void trace(String what) {
        process.trace((island == null ? "" : island.name() + ": ") + what);
    }

    @Override
    public Instant instant() {
        return process.instant();
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        return process.at(time, action);
    }

    @Override
    public RandomGenerator random() {
        return world.random();
    }
}
