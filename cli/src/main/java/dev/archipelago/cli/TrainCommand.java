package dev.archipelago.cli;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.cli.training.ApiServerTraining;
import dev.archipelago.cli.training.ClusterTraining;
import dev.archipelago.cli.training.FederationTraining;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `archipelago train`: the training run from which the JVM makes its ahead-of-time cache, so that later
/// starts are faster.
@Command(name = "train", description = "Used by the launcher after a build.", hidden = true)
final class TrainCommand implements Callable<Integer> {
    @Option(names = "--objects", defaultValue = "3000")
    private int objects;

    @Option(names = "--pods", defaultValue = "2000")
    private int pods;

    @Option(names = "--sets", defaultValue = "300")
    private int sets;

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("archipelago-training");
        Path library = NativeDirectory.or(directory.resolve("native"));
        try (Store store = EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                        .withFsync(false)
                        .withLibraryDirectory(library));
                ApiServer server = ApiServer.start(new ApiServer.Options(directory, "127.0.0.1", 0), store)) {
            Path kubeconfig = directory.resolve("kubeconfig");
            server.writeKubeconfig(kubeconfig);
            ApiServerTraining.run(Kubeconfig.read(kubeconfig, ""), objects);
            ClusterTraining.run(server, pods);
            FederationTraining.run(directory.resolve("federation"), library, sets);
        } finally {
            delete(directory);
        }
        return 0;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
