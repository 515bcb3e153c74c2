package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Stops, starts, cuts off and reconnects the clusters of this process, as an annotation of their Cluster objects asks.
final class ClusterSwitches implements AutoCloseable {
    /// The annotation with the wanted state.
    static final String WANTED = "archipelago.dev/embedded-wanted";

    /// The annotation with the state last set.
    static final String IS = "archipelago.dev/embedded-is";

    private static final Logger log = LoggerFactory.getLogger(ClusterSwitches.class);

    private final Map<String, EmbeddedCluster> clusters;
    private final ClusterApi federation;
    private final Caches caches = new Caches();
    private final Map<String, State> states = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// The state of a cluster in this process. Running and being cut off are independent.
    enum State {
        Running,
        Stopped,
        Cut,
        StoppedAndCut;

        private static State of(boolean stopped, boolean cut) {
            if (stopped) {
                return cut ? StoppedAndCut : Stopped;
            }
            return cut ? Cut : Running;
        }

        boolean isStopped() {
            return this == Stopped || this == StoppedAndCut;
        }

        boolean isCut() {
            return this == Cut || this == StoppedAndCut;
        }

        State stopped(boolean now) {
            return of(now, isCut());
        }

        State cut(boolean now) {
            return of(isStopped(), now);
        }
    }

    ClusterSwitches(Map<String, EmbeddedCluster> clusters, ClusterApi federation) {
        this.clusters = Map.copyOf(clusters);
        this.federation = federation;
    }

    /// Called while all clusters run.
    void start() {
        Cache<Cluster> known = caches.of(Cluster.KIND);
        known.listen((before, after) -> {
            if (after != null && clusters.containsKey(after.name())) {
                threads.execute(() -> apply(known, after.key()));
            }
        });
        caches.start(federation, threads);
    }

    private void apply(Cache<Cluster> known, Key key) {
        EmbeddedCluster embedded = clusters.get(key.name());
        if (embedded == null) {
            return;
        }
        // One at a time for each cluster, with the state wanted at that time.
        synchronized (embedded) {
            known.get(key).ifPresent(cluster -> apply(cluster, embedded));
        }
    }

    private void apply(Cluster cluster, EmbeddedCluster embedded) {
        String wanted = cluster.meta().annotations().getOrDefault(WANTED, State.Running.name());
        try {
            State state = State.valueOf(wanted);
            if (states.getOrDefault(cluster.name(), State.Running) != state) {
                make(embedded, state);
                states.put(cluster.name(), state);
            }
            if (!wanted.equals(cluster.meta().annotations().get(IS))) {
                ObjectNode patch = Json.object();
                patch.putObject("metadata").putObject("annotations").put(IS, wanted);
                federation.patch(Cluster.KIND, cluster.key(), "", new PatchBody.Merge(patch), false);
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            log.error("cluster {} could not be set to {}", cluster.name(), wanted, e);
        }
    }

    private static void make(EmbeddedCluster cluster, State state) throws IOException, GeneralSecurityException {
        // Before the start, so that a cluster to be cut off is not reachable for a moment.
        cluster.link().cut(state.isCut());
        if (state.isStopped()) {
            cluster.stop();
        } else {
            cluster.start();
        }
    }

    @Override
    public void close() {
        caches.close();
        threads.shutdownNow();
    }
}
