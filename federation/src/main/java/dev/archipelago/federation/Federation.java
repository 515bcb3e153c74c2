package dev.archipelago.federation;

import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.garbage.GarbageReconciler;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.namespaces.NamespaceReconciler;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.events.EventMetrics;
import dev.archipelago.controller.events.EventRecorder;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.runtime.SystemTimers;
import dev.archipelago.federation.bind.BindingReconciler;
import dev.archipelago.federation.bind.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.federation.membership.RunningMembers;
import dev.archipelago.federation.names.NamesReconciler;
import dev.archipelago.federation.render.Identity;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.stateful.LoadBalancers;
import dev.archipelago.federation.status.StatusReconciler;
import dev.archipelago.federation.sync.OverridePolicies;
import dev.archipelago.federation.sync.Rollouts;
import dev.archipelago.federation.sync.SyncReconciler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The federation's controllers beside its API server.
public final class Federation implements AutoCloseable {
    private final SystemTimers timers;
    private final ExecutorService threads;
    private final EventRecorder events;
    private final Controllers controllers;
    private final RunningMembers members;
    private final FederatedNames names;

    private Federation(
            SystemTimers timers,
            ExecutorService threads,
            EventRecorder events,
            Controllers controllers,
            RunningMembers members,
            FederatedNames names) {
        this.timers = timers;
        this.threads = threads;
        this.events = events;
        this.controllers = controllers;
        this.members = members;
        this.names = names;
    }

    /// What a federation is like.
    ///
    /// @param zone of the names that it gives
    /// @param defaultPropagation whether objects are propagated that no policy is about
    /// @param period from one question to a member how it is to the next
    public record Settings(String name, String zone, boolean defaultPropagation, Health health, Duration period) {}

    /// Starts a federation. When this returns, its controllers know of all there is; members are being connected to.
    ///
    /// @param apis gives the API of the federation for a part of it
    /// @param connector makes the ways to members
    public static Federation start(
            Function<String, ClusterApi> apis, Settings settings, Connector connector, PrometheusRegistry metrics) {
        Definitions.install(apis.apply("setup"), settings.name(), settings.zone());
        SystemTimers timers = new SystemTimers();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        EventRecorder events = new EventRecorder(
                apis.apply("events"),
                timers,
                RandomGenerator.of("L64X128MixRandom"),
                threads,
                new EventMetrics(metrics));
        ControllerMetrics counters = new ControllerMetrics(metrics);
        AtomicReference<@Nullable Parts> made = new AtomicReference<>();
        Controllers controllers = Controllers.start(
                apis,
                caches -> {
                    Parts parts = new Parts(caches, settings, connector, apis.apply("membership"), threads);
                    made.set(parts);
                    return parts.reconcilers(caches, settings);
                },
                timers,
                events,
                counters);
        Parts parts = made.get();
        if (parts == null) {
            throw new IllegalStateException("the controllers were started without caches");
        }
        parts.members.begin(
                (member, changes) ->
                        new SyncReconciler(member.name(), parts.world(settings), member, changes, member::clear),
                timers,
                events,
                counters);
        return new Federation(timers, threads, events, controllers, parts.members, parts.names);
    }

    /// What the controllers share.
    private static final class Parts {
        private final Caches caches;
        private final Bindings bindings;
        private final Templates templates;
        private final RunningMembers members;
        private final Rollouts rollouts;
        private final FederatedNames names;

        Parts(Caches caches, Settings settings, Connector connector, ClusterApi api, ExecutorService threads) {
            this.caches = caches;
            bindings = new Bindings(caches);
            names = new FederatedNames(caches);
            templates = new Templates(caches);
            members = new RunningMembers(
                    caches, bindings, templates, api, connector, settings.health(), settings.period(), threads);
            rollouts = new Rollouts(
                    new Renderer(settings.name()),
                    new OverridePolicies(caches, bindings, members.changes()::tell),
                    caches.of(Cluster.KIND),
                    members);
        }

        SyncReconciler.World world(Settings settings) {
            return new SyncReconciler.World(settings.name(), caches.of(Cluster.KIND), bindings, templates, rollouts);
        }

        List<Reconciler> reconcilers(Caches all, Settings settings) {
            return List.of(
                    new BindingReconciler(all, bindings, templates, members, settings.defaultPropagation()),
                    new LoadBalancers(all, bindings),
                    new NamesReconciler(all, bindings, settings.name(), settings.zone()),
                    new StatusReconciler(all, bindings, templates, members, rollouts),
                    new NamespaceReconciler(all),
                    new GarbageReconciler(all));
        }
    }

    /// The names of all member clusters.
    public List<String> clusters() {
        return controllers.caches().of(Cluster.KIND).all().stream()
                .map(ApiObject::name)
                .toList();
    }

    /// The names of all StatefulSets whose pods are named after their clusters, too.
    public List<String> namedSets() {
        return controllers.caches().of(StatefulSet.KIND).all().stream()
                .filter(set -> !Identity.isGlobal(new Template(StatefulSet.KIND, set)))
                .map(ApiObject::name)
                .toList();
    }

    /// The names that the federation gives.
    public FederatedNames names() {
        return names;
    }

    /// Whether no controller of the federation has anything to do now; what members do is theirs.
    public boolean isIdle() {
        return controllers.areIdle();
    }

    @Override
    public void close() {
        members.close();
        controllers.close();
        events.close();
        threads.shutdownNow();
        timers.close();
    }
}
