package dev.archipelago.bench.cluster;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.bench.report.Latencies;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.util.Random;

/// Changes of single pods at random, one after the other.
final class PodChanges {
    private static final Kind<AnyObject> PODS = AnyObject.kind(GroupVersionKind.of("v1", "Pod"), "pods", true);
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final long SEED = 1;

    private final ClusterApi api;
    private final ClusterObserver onlooker;
    private final SetGroup crowd;
    private final Random random = new Random(SEED);

    PodChanges(ClusterApi api, ClusterObserver onlooker, SetGroup crowd) {
        this.api = api;
        this.onlooker = onlooker;
        this.crowd = crowd;
    }

    /// Takes pods out of service and puts them back. A change is handled when the status of its StatefulSet counts it
    /// and the EndpointSlice of its Service shows it: what its node wrote, and what two controllers made of that.
    Latencies readiness(int count) throws InterruptedException {
        Latencies latencies = new Latencies(count);
        for (int i = 0; i < count / 2; i++) {
            Key set = crowd.set(random.nextInt(crowd.sets()));
            String pod = pod(set);
            latencies.add(turn(set, pod, false));
            latencies.add(turn(set, pod, true));
        }
        return latencies;
    }

    private long turn(Key set, String pod, boolean ready) throws InterruptedException {
        int wanted = crowd.each() - (ready ? 0 : 1);
        api.patch(PODS, new Key(set.namespace(), pod), "", new PatchBody.Merge(Manifests.readiness(ready)), false);
        long acknowledged = System.nanoTime();
        onlooker.await(
                pod + (ready ? " is served again" : " is not served"),
                MOST,
                () -> onlooker.ready(set) == wanted && onlooker.served(set, pod).isEmpty() != ready);
        return System.nanoTime() - acknowledged;
    }

    /// Deletes pods: ended by their node, made anew by their set, scheduled, started, and served again.
    Latencies replacement(int count) throws InterruptedException {
        Latencies latencies = new Latencies(count);
        for (int i = 0; i < count; i++) {
            Key set = crowd.set(random.nextInt(crowd.sets()));
            String pod = pod(set);
            String old = onlooker.served(set, pod);
            api.delete(PODS, new Key(set.namespace(), pod), DeleteOptions.NONE);
            long acknowledged = System.nanoTime();
            onlooker.await(
                    pod + " is replaced", MOST, () -> onlooker.ready(set) == crowd.each() && isNew(set, pod, old));
            latencies.add(System.nanoTime() - acknowledged);
        }
        return latencies;
    }

    private boolean isNew(Key set, String pod, String old) {
        String now = onlooker.served(set, pod);
        return !now.isEmpty() && !now.equals(old);
    }

    private String pod(Key set) {
        return set.name() + '-' + random.nextInt(crowd.each());
    }
}
