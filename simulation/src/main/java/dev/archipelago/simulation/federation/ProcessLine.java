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
    private final @Nullable SimCluster simCluster;
    private final String token;

    /// @param simCluster null for the federation's own API
    /// @param token the credentials of the process
    ProcessLine(ControlProcess process, World world, @Nullable SimCluster simCluster, String token) {
        this.process = process;
        this.world = world;
        this.simCluster = simCluster;
        this.token = token;
    }

    @Override
    public SimServer server() {
        return simCluster == null ? world.home() : simCluster.server();
    }

    @Override
    public Set<String> kinds() {
        return simCluster == null ? World.HOME_KINDS : World.ISLAND_KINDS;
    }

    @Override
    public Noise noise() {
        return world.faults().noise();
    }

    @Override
    public Optional<ApiException> obstacle() {
        return simCluster == null ? Optional.empty() : simCluster.obstacle(token);
    }

    @Override
    public boolean isSilent() {
        return simCluster != null && simCluster.isSilent();
    }

    @Override
    public <R> R as(String user, Supplier<R> call) {
        return world.as(user, call);
    }

    /// The additional delay of this connection.
    long delayMillisMax() {
        return simCluster == null ? 0 : simCluster.delayMillisMax();
    }

    @Override
    public void trace(String what) {
        process.trace((simCluster == null ? "" : simCluster.name() + ": ") + what);
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
