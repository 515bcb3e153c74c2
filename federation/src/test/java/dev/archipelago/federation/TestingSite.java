package dev.archipelago.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ForwardingApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole cluster of two nodes in this process, which can be stopped and started again on its data.
final class TestingSite implements AutoCloseable {
    private final String name;
    private final Path directory;
    private volatile @Nullable TestingApiServer server;
    private @Nullable MemberCluster controllers;

    private final ClusterApi link = new ForwardingApi() {
        @Override
        protected ClusterApi other() {
            TestingApiServer running = server;
            if (running == null) {
                throw new ApiException(Reason.SERVICE_UNAVAILABLE, "the cluster does not run");
            }
            return running.server().local("archipelago");
        }
    };

    TestingSite(String name, Path directory) {
        this.name = name;
        this.directory = directory;
    }

    void start() throws Exception {
        TestingApiServer started = TestingApiServer.start(directory);
        server = started;
        controllers = MemberCluster.start(
                name,
                part -> started.server().local(part),
                new MemberCluster.Settings(
                        Fleet.of(2, List.of()),
                        "",
                        started.server()::sign,
                        InetAddress.getLoopbackAddress(),
                        0,
                        new SimulatedRuntime()),
                started.server().metrics());
    }

    /// Its API, which refuses all calls while the cluster does not run.
    ClusterApi api() {
        return link;
    }

    @Override
    public void close() {
        if (controllers != null) {
            controllers.close();
            controllers = null;
        }
        TestingApiServer running = server;
        if (running != null) {
            server = null;
            running.close();
        }
    }
}
