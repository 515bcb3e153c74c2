package dev.archipelago.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ClusterSwitchTest {
    private final FakeClusterApi federation = new FakeClusterApi();
    private final ClusterSwitch clusterSwitch = new ClusterSwitch(federation, Duration.ZERO);

    /// @param is the recorded state of the cluster; empty for one that no such process runs
    private void cluster(String name, String is, String ready) {
        ObjectNode cluster = Json.object();
        ObjectNode metadata = cluster.putObject("metadata").put("name", name);
        if (!is.isEmpty()) {
            metadata.putObject("annotations").put(ClusterSwitches.IS, is);
        }
        cluster.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", ready)
                .put("message", "it says so");
        federation.create(Cluster.KIND, cluster);
    }

    private void wants(String name, String state) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(ClusterSwitches.WANTED, state);
        federation.patch(Cluster.KIND, Key.global(name), "", new PatchBody.Merge(patch), false);
    }

    private String wanted(String name) {
        return federation
                .tree(Cluster.KIND, Key.global(name))
                .path("metadata")
                .path("annotations")
                .path(ClusterSwitches.WANTED)
                .asString("");
    }

    @Test
    void saysWhatIsTheCaseOnceItIs() throws Exception {
        cluster("c1", "Stopped", "Unknown");
        cluster("c2", "Running", "True");
        cluster("c3", "Cut", "Unknown");
        assertThat(clusterSwitch.run("c1", ClusterSwitch.Operation.STOP)).startsWith("cluster c1 is stopped");
        assertThat(clusterSwitch.run("c2", ClusterSwitch.Operation.START)).isEqualTo("cluster c2 runs and is ready");
        assertThat(clusterSwitch.run("c3", ClusterSwitch.Operation.CUT)).startsWith("cluster c3 is cut off");
        assertThat(wanted("c1")).isEqualTo("Stopped");
        assertThat(wanted("c2")).isEqualTo("Running");
        assertThat(wanted("c3")).isEqualTo("Cut");
    }

    @Test
    void saysWhatHasNotHappened() {
        cluster("c1", "Running", "True");
        cluster("c2", "Stopped", "True");
        cluster("c3", "Running", "Unknown");
        assertThatThrownBy(() -> clusterSwitch.run("c1", ClusterSwitch.Operation.STOP))
                .isInstanceOf(IOException.class)
                .hasMessage("cluster c1 was not made Stopped after 0 s: see what 'archipelago up' has logged");
        assertThatThrownBy(() -> clusterSwitch.run("c2", ClusterSwitch.Operation.STOP))
                .hasMessage("cluster c2 is Stopped, but still ready after 0 s: it says so");
        assertThatThrownBy(() -> clusterSwitch.run("c3", ClusterSwitch.Operation.HEAL))
                .hasMessage("cluster c3 is Running, but not ready after 0 s: it says so");
    }

    @Test
    void neitherHealsByStartingNorStartsByHealing() throws Exception {
        cluster("c1", "Cut", "Unknown");
        wants("c1", "StoppedAndCut");
        assertThat(clusterSwitch.run("c1", ClusterSwitch.Operation.START))
                .isEqualTo("cluster c1 is cut off: it runs, but the federation cannot reach it; "
                        + "'archipelago heal c1' connects it");
        assertThat(wanted("c1")).isEqualTo("Cut");
        clusterSwitch.run("c1", ClusterSwitch.Operation.START);
        assertThat(wanted("c1")).isEqualTo("Cut");

        cluster("c2", "Stopped", "Unknown");
        wants("c2", "StoppedAndCut");
        assertThat(clusterSwitch.run("c2", ClusterSwitch.Operation.HEAL))
                .startsWith("cluster c2 is stopped")
                .contains("start c2");
        assertThat(wanted("c2")).isEqualTo("Stopped");

        cluster("c3", "StoppedAndCut", "Unknown");
        wants("c3", "Cut");
        assertThat(clusterSwitch.run("c3", ClusterSwitch.Operation.STOP))
                .startsWith("cluster c3 is stopped and cut off");

        wants("c1", "Upside down");
        assertThatThrownBy(() -> clusterSwitch.run("c1", ClusterSwitch.Operation.CUT))
                .hasMessageContaining("says 'Upside down'");
    }

    @Test
    void refusesClustersThatItCannotMove() {
        cluster("c1", "Running", "True");
        cluster("far", "", "True");
        assertThatThrownBy(() -> clusterSwitch.run("c9", ClusterSwitch.Operation.STOP))
                .hasMessage("there is no cluster c9 in this federation, only [c1, far]");
        assertThatThrownBy(() -> clusterSwitch.run("far", ClusterSwitch.Operation.STOP))
                .hasMessageContaining("far runs in a process of its own");
        assertThat(wanted("far")).isEmpty();
    }
}
