package dev.archipelago.cluster;

import dev.archipelago.cluster.daemonset.DaemonSetReconciler;
import dev.archipelago.cluster.deployment.DeploymentReconciler;
import dev.archipelago.cluster.disruption.DisruptionReconciler;
import dev.archipelago.cluster.endpoints.EndpointsReconciler;
import dev.archipelago.cluster.garbage.GarbageReconciler;
import dev.archipelago.cluster.job.JobReconciler;
import dev.archipelago.cluster.namespaces.NamespaceReconciler;
import dev.archipelago.cluster.nodelifecycle.NodeLifecycle;
import dev.archipelago.cluster.quota.QuotaReconciler;
import dev.archipelago.cluster.replicaset.ReplicaSetReconciler;
import dev.archipelago.cluster.scheduler.Scheduler;
import dev.archipelago.cluster.serviceaccounts.ServiceAccountReconciler;
import dev.archipelago.cluster.services.AddressPool;
import dev.archipelago.cluster.services.LoadBalancerReconciler;
import dev.archipelago.cluster.statefulset.StatefulSetReconciler;
import dev.archipelago.cluster.volumes.VolumeReconciler;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// All controllers of a cluster that need nothing but its API, by the names that people choose them by.
public final class StandardControllers {
    private final Map<String, Function<Caches, Reconciler>> makers = new LinkedHashMap<>();

    /// @param authority the certificate that pods trust the API server by, as PEM
    public StandardControllers(String authority) {
        makers.put("statefulset", StatefulSetReconciler::new);
        makers.put("deployment", DeploymentReconciler::new);
        makers.put("replicaset", ReplicaSetReconciler::ofReplicaSets);
        makers.put("replicationcontroller", ReplicaSetReconciler::ofReplicationControllers);
        makers.put("daemonset", DaemonSetReconciler::new);
        makers.put("job", JobReconciler::new);
        makers.put("endpoints", EndpointsReconciler::new);
        makers.put("loadbalancer", caches -> new LoadBalancerReconciler(caches, AddressPool.LOOPBACK));
        makers.put("volumes", VolumeReconciler::new);
        makers.put("namespaces", NamespaceReconciler::new);
        makers.put("serviceaccounts", caches -> new ServiceAccountReconciler(caches, authority));
        makers.put("garbage", GarbageReconciler::new);
        makers.put("quota", QuotaReconciler::new);
        makers.put("disruption", DisruptionReconciler::new);
        makers.put("nodelifecycle", NodeLifecycle::new);
        makers.put("scheduler", Scheduler::new);
    }

    public Set<String> names() {
        return makers.keySet();
    }

    public List<Reconciler> all(Caches caches) {
        return only(names(), caches);
    }

    /// Those of these names, in the order they are known here.
    public List<Reconciler> only(Set<String> wanted, Caches caches) {
        return makers.entrySet().stream()
                .filter(maker -> wanted.contains(maker.getKey()))
                .map(maker -> maker.getValue().apply(caches))
                .toList();
    }
}
