package dev.archipelago.cluster;

import dev.archipelago.cluster.daemonset.DaemonSetReconciler;
import dev.archipelago.cluster.deployment.DeploymentReconciler;
import dev.archipelago.cluster.disruption.DisruptionReconciler;
import dev.archipelago.cluster.endpoints.EndpointControllers;
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

/// The controllers of a cluster that need nothing but its API, by the names that select them.
public final class StandardControllers {
    private final Map<String, Function<Caches, List<Reconciler>>> makers = new LinkedHashMap<>();

    /// The controllers of a single cluster.
    ///
    /// @param authority the CA certificate that pods verify the API server with, as PEM
    public StandardControllers(String authority) {
        this(authority, AddressPool.LOOPBACK);
    }

    /// The controllers of a cluster that shares its address pool with others.
    ///
    /// @param authority the CA certificate that pods verify the API server with, as PEM
    /// @param balancers the address pool of its load balancers
    public StandardControllers(String authority, AddressPool balancers) {
        put("statefulset", StatefulSetReconciler::new);
        put("deployment", DeploymentReconciler::new);
        put("replicaset", ReplicaSetReconciler::ofReplicaSets);
        put("replicationcontroller", ReplicaSetReconciler::ofReplicationControllers);
        put("daemonset", DaemonSetReconciler::new);
        put("job", JobReconciler::new);
        makers.put("endpoints", EndpointControllers::of);
        put("loadbalancer", caches -> new LoadBalancerReconciler(caches, balancers));
        put("volumes", VolumeReconciler::new);
        put("namespaces", NamespaceReconciler::new);
        put("serviceaccounts", caches -> new ServiceAccountReconciler(caches, authority));
        put("garbage", GarbageReconciler::new);
        put("quota", QuotaReconciler::new);
        put("disruption", DisruptionReconciler::new);
        makers.put("nodelifecycle", NodeLifecycle::reconcilers);
        put("scheduler", Scheduler::new);
    }

    private void put(String name, Function<Caches, Reconciler> maker) {
        makers.put(name, caches -> List.of(maker.apply(caches)));
    }

    public Set<String> names() {
        return makers.keySet();
    }

    public List<Reconciler> all(Caches caches) {
        return only(names(), caches);
    }

    /// The controllers with these names, in the order of this table.
    public List<Reconciler> only(Set<String> wanted, Caches caches) {
        return makers.entrySet().stream()
                .filter(maker -> wanted.contains(maker.getKey()))
                .flatMap(maker -> maker.getValue().apply(caches).stream())
                .toList();
    }
}
