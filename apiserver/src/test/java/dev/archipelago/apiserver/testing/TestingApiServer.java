package dev.archipelago.apiserver.testing;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/// A server on a store of its own in a directory of the test's.
public final class TestingApiServer implements Closeable {
    private final Path directory;
    private final Store store;
    private final ApiServer server;
    private final String adminToken;
    private final TestingClient admin;

    private TestingApiServer(Path directory, Store store, ApiServer server)
            throws IOException, GeneralSecurityException {
        this.directory = directory;
        this.store = store;
        this.server = server;
        adminToken = Files.readString(directory.resolve("pki/admin.token")).strip();
        admin = as(adminToken);
    }

    public static TestingApiServer start(Path directory) throws IOException, GeneralSecurityException {
        return start(directory, 0);
    }

    /// Starts a server, on the data of an earlier one if the directory has some.
    public static TestingApiServer start(Path directory, int port) throws IOException, GeneralSecurityException {
        // One unpacked native library for all tests of the module.
        Path libraries = Path.of("target", "native").toAbsolutePath();
        return start(
                directory,
                port,
                EmbeddedStore.open(
                        EmbeddedOptions.in(directory.resolve("store")).withLibraryDirectory(libraries)));
    }

    /// Starts a server on a store, which is closed with it.
    public static TestingApiServer start(Path directory, int port, Store store)
            throws IOException, GeneralSecurityException {
        return start(new ApiServer.Options(directory, "127.0.0.1", port), store);
    }

    public static TestingApiServer start(ApiServer.Options options, Store store)
            throws IOException, GeneralSecurityException {
        ApiServer server = ApiServer.start(options, store);
        return new TestingApiServer(options.directory(), store, server);
    }

    public TestingClient admin() {
        return admin;
    }

    public String adminToken() {
        return adminToken;
    }

    public TestingClient as(String token) throws IOException, GeneralSecurityException {
        return new TestingClient(server.port(), directory.resolve("pki/ca.crt"), token);
    }

    /// Trusts the server, and nobody else.
    public SSLContext tls() throws IOException, GeneralSecurityException {
        return TestingClient.trusting(directory.resolve("pki/ca.crt"));
    }

    public int port() {
        return server.port();
    }

    /// How many watches are open, by the server's own count.
    public int watches() {
        return admin.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("apiserver_longrunning_requests{"))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    public ApiServer server() {
        return server;
    }

    public Store store() {
        return store;
    }

    /// Writes the administrator's kubeconfig and says where.
    public Path kubeconfig() throws IOException, GeneralSecurityException {
        Path file = directory.resolve("kubeconfig");
        server.writeKubeconfig(file);
        return file;
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }
}
