package dev.archipelago.cli;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Selects the federation for a command: one that `archipelago up` runs, or any other by its kubeconfig.
final class FederationOptions {
    private static final String CONTEXT = "federation";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "archipelago-data",
            description = "The directory of 'archipelago up'. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private Path data;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig of the federation; its current context is used. Instead of --data.")
    private @Nullable Path kubeconfig;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec command;

    /// Where the command prints its result.
    PrintWriter out() {
        return command.commandLine().getOut();
    }

    /// Where the command prints warnings and progress.
    PrintWriter err() {
        return command.commandLine().getErr();
    }

    /// Runs a query on the federation.
    <T> T ask(Question<T> question) throws Exception {
        Kubeconfig config = config();
        try (RemoteClusterApi api = RemoteClusterApi.connect(config, "archipelago", "archipelago")) {
            return Unreachable.explain("federation", config.server().toString(), () -> question.ask(api));
        }
    }

    /// A query on a federation.
    interface Question<T> {
        T ask(RemoteClusterApi federation) throws Exception;
    }

    private Kubeconfig config() throws IOException {
        if (kubeconfig != null) {
            return Kubeconfig.read(kubeconfig);
        }
        Path file = data.resolve("kubeconfig");
        if (!Files.exists(file)) {
            throw new IOException("there is no " + file + ": give the directory of 'archipelago up' with --data");
        }
        return Kubeconfig.read(file, CONTEXT);
    }
}
