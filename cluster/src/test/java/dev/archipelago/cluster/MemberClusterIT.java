package dev.archipelago.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.TestingControllers;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberClusterIT {
    @Test
    void itsControllersCountWhereTheApiServerDoes(@TempDir Path directory) throws Exception {
        try (TestingApiServer server = TestingApiServer.start(directory);
                MemberCluster _ = MemberCluster.start(
                        "c1",
                        part -> TestingControllers.api(server, part),
                        new MemberCluster.Settings(
                                Fleet.of(1, List.of()),
                                "",
                                server.server()::sign,
                                InetAddress.getLoopbackAddress(),
                                0,
                                new SimulatedRuntime()),
                        server.server().metrics())) {
            assertThat(server.admin().get("/metrics").text())
                    .contains("apiserver_current_inflight_requests")
                    .contains("workqueue_depth{name=\"statefulset-controller\"}")
                    .contains("workqueue_work_duration_seconds_count{name=\"kubelet\"}")
                    .contains("controller_events_written_total");
        }
    }
}
