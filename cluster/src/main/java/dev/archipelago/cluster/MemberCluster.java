package dev.archipelago.cluster;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.cluster.dns.ClusterNames;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.NodeAgent;
import dev.archipelago.cluster.node.NodeRuntime;
import dev.archipelago.cluster.serviceaccounts.TokenSecretReconciler;
import dev.archipelago.cluster.services.AddressPool;
import dev.archipelago.cluster.volumes.DefaultClass;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.events.EventMetrics;
import dev.archipelago.controller.events.EventRecorder;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.runtime.SystemTimers;
import dev.archipelago.dns.DnsServer;
import dev.archipelago.dns.Limits;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// A whole cluster beside its API server: controllers, scheduler, nodes and DNS.
public final class MemberCluster implements AutoCloseable {
    /// The resources that a cluster's controllers act on, besides the API server.
    public static final Set<String> ACTS_ON = Set.of(
            "nodes",
            "pods",
            "persistentvolumeclaims",
            "persistentvolumes",
            "replicationcontrollers",
            "daemonsets.apps",
            "deployments.apps",
            "replicasets.apps",
            "statefulsets.apps",
            "jobs.batch",
            "poddisruptionbudgets.policy");

    private final SystemTimers timers;
    private final ExecutorService threads;
    private final EventRecorder events;
    private final Controllers controllers;
    private final DnsServer dns;

    private MemberCluster(
            SystemTimers timers,
            ExecutorService threads,
            EventRecorder events,
            Controllers controllers,
            DnsServer dns) {
        this.timers = timers;
        this.threads = threads;
        this.events = events;
        this.controllers = controllers;
        this.dns = dns;
    }

    /// The settings of a cluster.
    ///
    /// @param authority the CA certificate that pods verify the API server with, as PEM
    /// @param signer issues the tokens of Secrets, as `ApiServer.sign` does
    /// @param dnsPort 0 for any free port
    /// @param runtime runs the containers of its nodes
    /// @param names settings of its DNS zone
    /// @param balancers the address pool of its load balancers
    /// @param more creates further reconcilers that run in the cluster
    public record Settings(
            Fleet fleet,
            String authority,
            Function<SecretToken, String> signer,
            InetAddress host,
            int dnsPort,
            NodeRuntime runtime,
            ClusterNames.Settings names,
            AddressPool balancers,
            Function<Caches, List<Reconciler>> more) {

        /// A single cluster, which shares no address pool with others.
        public Settings(
                Fleet fleet,
                String authority,
                Function<SecretToken, String> signer,
                InetAddress host,
                int dnsPort,
                NodeRuntime runtime) {
            this(
                    fleet,
                    authority,
                    signer,
                    host,
                    dnsPort,
                    runtime,
                    ClusterNames.Settings.DEFAULT,
                    AddressPool.LOOPBACK,
                    caches -> List.of());
        }
    }

    /// Starts a cluster. On return its caches are synced and its DNS answers.
    ///
    /// @param name of the cluster, for log lines
    /// @param apis returns the API with the identity of the named component
    /// @param metrics where its controllers register metrics
    public static MemberCluster start(
            String name, Function<String, ClusterApi> apis, Settings settings, PrometheusRegistry metrics)
            throws IOException {
        createDefaultStorage(apis.apply("setup"));
        SystemTimers timers = new SystemTimers();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        EventRecorder events = new EventRecorder(
                apis.apply("events"),
                timers,
                RandomGenerator.of("L64X128MixRandom"),
                threads,
                new EventMetrics(metrics));
        Caches caches = new Caches();
        ClusterNames zones = new ClusterNames(caches, settings.names());
        Controllers controllers = Controllers.start(
                name, apis, caches, reconcilers(caches, settings), timers, events, new ControllerMetrics(metrics));
        DnsServer dns = DnsServer.start(settings.host(), settings.dnsPort(), zones, Limits.DEFAULT);
        return new MemberCluster(timers, threads, events, controllers, dns);
    }

    private static List<Reconciler> reconcilers(Caches caches, Settings settings) {
        List<Reconciler> reconcilers =
                new ArrayList<>(new StandardControllers(settings.authority(), settings.balancers()).all(caches));
        reconcilers.add(new TokenSecretReconciler(caches, settings.authority(), settings.signer()));
        reconcilers.addAll(NodeAgent.reconcilers(caches, settings.fleet(), settings.runtime()));
        reconcilers.addAll(settings.more().apply(caches));
        return reconcilers;
    }

    /// Creates the default StorageClass, for claims that name none.
    private static void createDefaultStorage(ClusterApi api) {
        try {
            api.create(StorageClass.KIND, DefaultClass.of("WaitForFirstConsumer"));
        } catch (ApiException e) {
            if (e.reason() != Reason.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    public int dnsPort() {
        return dns.port();
    }

    /// Whether no controller has work now.
    public boolean isIdle() {
        return controllers.areIdle();
    }

    @Override
    public void close() {
        dns.close();
        controllers.close();
        events.close();
        threads.shutdownNow();
        timers.close();
    }
}
