package dev.archipelago.simulation.federation;

import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.simulation.engine.FaultyApi;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Connects a control plane to clusters, with the token from the Secret that their Cluster object names.
final class SimConnector implements Connector {
    private final ControlProcess process;
    private final World world;

    SimConnector(ControlProcess process, World world) {
        this.process = process;
        this.world = world;
    }

    @Override
    public String identity(Cluster cluster, Optional<JsonNode> secret) {
        return cluster.endpoint() + ' ' + secret.map(SimConnector::token).orElse("");
    }

    @Override
    public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
        if (secret == null) {
            throw new IOException("there is no Secret with its credentials");
        }
        ProcessLine line = new ProcessLine(process, world, world.cluster(cluster.name()), token(secret));
        return new Connection(new FaultyApi(line, World.FEDERATION), identity(cluster, Optional.of(secret)));
    }

    private static String token(JsonNode secret) {
        return secret.path("data").path("token").asString("");
    }
}
