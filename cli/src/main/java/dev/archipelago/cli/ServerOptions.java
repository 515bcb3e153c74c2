package dev.archipelago.cli;

import dev.archipelago.cli.up.DataDirectory;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.StoreQuota;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The options of every command that runs a server.
final class ServerOptions {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "The directory of keys, certificates, the admin's kubeconfig and, if embedded, all objects.")
    @SuppressWarnings("NullAway.Init") // required
    private Path data;

    @Option(
            names = "--port",
            paramLabel = "P",
            converter = PortConverter.class,
            defaultValue = "6443",
            description = "The HTTPS port; 0 picks a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    Path kubeconfig() {
        return data.resolve("kubeconfig");
    }

    void createDirectory() throws IOException {
        DataDirectory.open(data);
    }

    /// @param quota of all stores of this process
    EmbeddedOptions embeddedStore(StoreQuota quota) {
        return EmbeddedOptions.in(data.resolve("store"))
                .withLibraryDirectory(NativeDirectory.or(data.resolve("native")))
                .withQuota(quota);
    }
}
