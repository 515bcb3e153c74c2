package dev.archipelago.cli;

import dev.archipelago.apiserver.ApiServer;
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

/// `archipelago rehearse`: a server's life in a few seconds, in a directory that is thrown away. The launcher has the
/// JVM watch it, to start faster from then on.
@Command(name = "rehearse", description = "Used by the launcher after a build.", hidden = true)
final class RehearseCommand implements Callable<Integer> {
    @Option(names = "--objects", defaultValue = "3000")
    private int objects;

    @Option(names = "--pods", defaultValue = "2000")
    private int pods;

    @Option(names = "--sets", defaultValue = "300")
    private int sets;

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("archipelago-rehearsal");
        try (Store store = EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                        .withFsync(false)
                        .withLibraryDirectory(NativeDirectory.or(directory.resolve("native"))));
                ApiServer server = ApiServer.start(new ApiServer.Options(directory, "127.0.0.1", 0), store)) {
            server.rehearse(objects);
            ClusterRehearsal.run(server, pods);
            FederationRehearsal.run(directory.resolve("federation"), sets);
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
