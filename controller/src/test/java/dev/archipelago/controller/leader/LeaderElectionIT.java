package dev.archipelago.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.runtime.SystemTimers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two candidates, each with its own client of a real server.
class LeaderElectionIT {
    private static final Key LEASE = new Key("kube-system", "boss");
    private static final LeaderElection.Timing QUICK =
            new LeaderElection.Timing(Duration.ofSeconds(8), Duration.ofSeconds(6), Duration.ofMillis(500));

    private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();

    @Test
    void whenTheFirstDiesTheSecondLeads(@TempDir Path directory) throws Exception {
        try (TestingApiServer server = TestingApiServer.start(directory);
                SystemTimers timers = new SystemTimers();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            RemoteClusterApi line = RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "first", "first");
            ClusterApi local = server.server().local(UserInfo.of("second", UserInfo.MASTERS), "second");
            LeaderElection first = candidate(line, timers, threads, "first");
            LeaderElection second = candidate(local, timers, threads, "second");
            first.start();
            assertThat(changes()).isEqualTo("first true");
            second.start();

            line.close();

            assertThat(changes()).isEqualTo("first false");
            assertThat(changes()).isEqualTo("second true");
            assertThat(first.isLeader()).isFalse();
            first.close();
            second.close();
            assertThat(changes()).isEqualTo("second false");
            assertThat(server.admin()
                            .get("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/boss")
                            .at("spec.holderIdentity"))
                    .isEmpty();
        }
    }

    private LeaderElection candidate(ClusterApi api, SystemTimers timers, ExecutorService threads, String name) {
        return new LeaderElection(api, timers, threads, LEASE, name, QUICK, now -> changes.add(name + ' ' + now));
    }

    private String changes() throws InterruptedException {
        return String.valueOf(changes.poll(30, TimeUnit.SECONDS));
    }
}
