package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ForwardingApi;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What the controllers of a cluster work with that shares its processors with the federation: they start pods when
/// that has no more to give.
final class CourteousApi extends ForwardingApi {
    /// What a new workload makes first: all else follows.
    private static final Set<String> STARTS = Set.of("ControllerRevision", "ReplicaSet");

    private final ClusterApi cluster;
    private final Courtesy courtesy;

    CourteousApi(ClusterApi cluster, Courtesy courtesy) {
        this.cluster = cluster;
        this.courtesy = courtesy;
    }

    @Override
    protected ClusterApi other() {
        return cluster;
    }

    @Override
    public Stored create(Kind<?> kind, ObjectNode object) {
        if (STARTS.contains(kind.name())) {
            courtesy.await();
        }
        return super.create(kind, object);
    }
}
