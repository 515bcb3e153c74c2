package dev.archipelago.cluster.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// An API server with controllers in its process, a new one for each test method.
public final class TestingCluster implements BeforeEachCallback, AfterEachCallback {
    private final Function<Caches, List<Reconciler>> reconcilers;

    @SuppressWarnings("NullAway.Init") // set before each method
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each method
    private TestingApiServer server;

    @SuppressWarnings("NullAway.Init") // set before each method
    private TestingControllers controllers;

    @SuppressWarnings("NullAway.Init") // set before each method
    private ClusterApi api;

    public TestingCluster(Function<Caches, List<Reconciler>> reconcilers) {
        this.reconcilers = reconcilers;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        directory = Files.createTempDirectory("archipelago-test");
        server = TestingApiServer.start(directory);
        controllers = new TestingControllers(server, reconcilers);
        api = TestingControllers.api(server, "test");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        controllers.close();
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(TestingCluster::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ClusterApi api() {
        return api;
    }

    public TestingApiServer server() {
        return server;
    }
}
