package dev.archipelago.bench.servers;

import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.bench.http.Connections;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A federation with its clusters, in one process or in many, worked on over HTTP.
///
/// @param federation how to reach it
/// @param clusters how to reach each of its clusters
/// @param readyMilliseconds from the start of the first process until all clusters were members
/// @param programs the last one was started last
public record FederationProcesses(
        Access federation, Map<String, Access> clusters, double readyMilliseconds, Deque<Program> programs)
        implements AutoCloseable {

    /// How an API server is reached.
    public record Access(Path kubeconfig, String context) {

        public RemoteClusterApi connect() throws IOException {
            return RemoteClusterApi.connect(config(), "bench", "bench");
        }

        /// A connection for load, which takes less of the machine.
        public Connections open() throws Exception {
            return Connections.open(config().server().getPort(), token(), 1);
        }

        private Kubeconfig config() throws IOException {
            return context.isEmpty() ? Kubeconfig.read(kubeconfig) : Kubeconfig.read(kubeconfig, context);
        }

        /// Of the user that has the context's name, as Archipelago writes it, or of the only one.
        private String token() throws IOException {
            JsonNode users =
                    YamlReader.read(Files.readAllBytes(kubeconfig)).tree().path("users");
            for (JsonNode user : users) {
                if (users.size() == 1 || user.path("name").asString("").equals(context)) {
                    return user.path("user").path("token").asString("");
                }
            }
            throw new IOException(kubeconfig + " has no user " + context);
        }
    }

    public Collection<String> names() {
        return clusters.keySet();
    }

    /// The processes whose time and memory are those of the federation and its clusters.
    public List<ProcessHandle> handles() {
        return programs.stream().map(Program::handle).toList();
    }

    @Override
    public void close() {
        while (!programs.isEmpty()) {
            programs.removeLast().close();
        }
    }
}
