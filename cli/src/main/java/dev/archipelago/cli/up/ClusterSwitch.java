package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Asks the process that runs a cluster, from another process, to stop, start, cut off or reconnect it.
public final class ClusterSwitch {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ClusterApi federation;
    private final Duration patience;

    /// The operations on a cluster.
    public enum Operation {
        STOP,
        START,
        CUT,
        HEAL;

        private ClusterSwitches.State from(ClusterSwitches.State before) {
            return switch (this) {
                case STOP -> before.stopped(true);
                case START -> before.stopped(false);
                case CUT -> before.cut(true);
                case HEAL -> before.cut(false);
            };
        }

        private String done(ClusterSwitches.State now, String name) {
            return "cluster " + name + ' '
                    + switch (now) {
                        case Running -> this == HEAL ? "is reached again and is ready" : "runs and is ready";
                        case Stopped ->
                            "is stopped: its API server and its pods are gone, its data is kept; "
                                    + "'archipelago start " + name + "' starts it";
                        case Cut ->
                            "is cut off: it runs, but the federation cannot reach it; 'archipelago heal " + name
                                    + "' connects it";
                        case StoppedAndCut ->
                            "is stopped and cut off: 'archipelago start " + name + "' starts it, 'archipelago heal "
                                    + name + "' connects it";
                    };
        }
    }

    /// @param patience how long to wait for the result
    public ClusterSwitch(ClusterApi federation, Duration patience) {
        this.federation = federation;
        this.patience = patience;
    }

    /// Returns when the operation is done and the federation has noticed.
    ///
    /// @return the resulting state, for the user
    /// @throws IOException with the reason when it fails
    public String run(String name, Operation operation) throws IOException, InterruptedException {
        Cluster cluster = find(name)
                .orElseThrow(() -> new IOException("there is no cluster " + name + " in this federation, only "
                        + federation.list(Cluster.KIND).objects().stream()
                                .map(known -> known.name())
                                .toList()));
        if (is(cluster).isEmpty()) {
            throw new IOException("cluster " + name + " runs in a process of its own, which is not 'archipelago up'");
        }
        ObjectNode patch = Json.object();
        ClusterSwitches.State state = operation.from(wanted(cluster));
        patch.putObject("metadata").putObject("annotations").put(ClusterSwitches.WANTED, state.name());
        federation.patch(Cluster.KIND, cluster.key(), "", new PatchBody.Merge(patch), false);
        await(name, state);
        return operation.done(state, name);
    }

    private static ClusterSwitches.State wanted(Cluster cluster) throws IOException {
        String text =
                cluster.meta().annotations().getOrDefault(ClusterSwitches.WANTED, ClusterSwitches.State.Running.name());
        try {
            return ClusterSwitches.State.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the annotation " + ClusterSwitches.WANTED + " of cluster " + cluster.name() + " says '" + text
                            + "', which is none of " + List.of(ClusterSwitches.State.values()),
                    e);
        }
    }

    private void await(String name, ClusterSwitches.State state) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            Cluster cluster =
                    find(name).orElseThrow(() -> new IOException("cluster " + name + " has left the federation"));
            boolean made = is(cluster).equals(state.name());
            if (made && cluster.isReady() == (state == ClusterSwitches.State.Running)) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException(late(cluster, state, made));
            }
            Thread.sleep(PAUSE);
        }
    }

    private String late(Cluster cluster, ClusterSwitches.State state, boolean made) {
        String waited = " after " + patience.toSeconds() + " s";
        if (!made) {
            return "cluster " + cluster.name() + " was not made " + state + waited
                    + ": see what 'archipelago up' has logged";
        }
        return "cluster " + cluster.name() + " is " + state + ", but "
                + (state == ClusterSwitches.State.Running ? "not" : "still") + " ready" + waited + ": "
                + Conditions.find(cluster.status(), Cluster.READY)
                        .path("message")
                        .asString("nothing is known of it");
    }

    private Optional<Cluster> find(String name) {
        return federation.get(Cluster.KIND, Key.global(name));
    }

    private static String is(Cluster cluster) {
        return cluster.meta().annotations().getOrDefault(ClusterSwitches.IS, "");
    }
}
