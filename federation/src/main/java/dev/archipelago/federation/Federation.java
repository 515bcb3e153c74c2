package dev.archipelago.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.events.EventMetrics;
import dev.archipelago.controller.events.EventRecorder;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.runtime.SystemTimers;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.federation.admission.KnownNames;
import dev.archipelago.federation.admission.Propagation;
import dev.archipelago.federation.membership.ClusterProxy;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.federation.names.Publishing;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xbill.DNS.Name;

/// The federation's controllers beside its API server.
public final class Federation implements AutoCloseable {
    private final SystemTimers timers;
    private final ExecutorService threads;
    private final EventRecorder events;
    private final Caches caches;
    private final Controllers controllers;
    private final ControlPlane plane;
    private final Settings settings;
    private final List<Publishing> published = new CopyOnWriteArrayList<>();

    private Federation(
            SystemTimers timers,
            ExecutorService threads,
            EventRecorder events,
            Caches caches,
            Controllers controllers,
            ControlPlane plane,
            Settings settings) {
        this.timers = timers;
        this.threads = threads;
        this.events = events;
        this.caches = caches;
        this.controllers = controllers;
        this.plane = plane;
        this.settings = settings;
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
        return start(apis, settings, connector, caches -> List.of(), metrics);
    }

    /// The same with controllers of the federation's API that only who serves it can run.
    ///
    /// @param more makes them with the caches of the others
    public static Federation start(
            Function<String, ClusterApi> apis,
            Settings settings,
            Connector connector,
            Function<Caches, List<Reconciler>> more,
            PrometheusRegistry metrics) {
        FederationDefinitions.install(apis.apply("setup"), settings.name(), settings.zone());
        SystemTimers timers = new SystemTimers();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        EventRecorder events = new EventRecorder(
                apis.apply("events"),
                timers,
                RandomGenerator.of("L64X128MixRandom"),
                threads,
                new EventMetrics(metrics));
        ControllerMetrics counters = new ControllerMetrics(metrics);
        Caches caches = new Caches();
        ControlPlane plane = new ControlPlane(caches, settings, connector, apis.apply("membership"), threads);
        List<Reconciler> reconcilers = new ArrayList<>(plane.reconcilers());
        reconcilers.addAll(more.apply(caches));
        Controllers controllers = Controllers.start("federation", apis, caches, reconcilers, timers, events, counters);
        plane.begin(
                timers,
                (member, parts, known, workers, narrator) ->
                        Controllers.start(member, parts, known, workers, timers, narrator, counters),
                events);
        return new Federation(timers, threads, events, caches, controllers, plane, settings);
    }

    /// The names that new StatefulSets and clusters must not collide with.
    public KnownNames knownNames() {
        return new CachedNames(caches);
    }

    /// Which new objects will be brought to clusters.
    public Propagation propagation() {
        return new CachedPropagation(caches, settings.defaultPropagation());
    }

    /// Makes requests of people pass to members.
    public void serve(ClusterProxy proxy) {
        plane.members().serve(proxy);
    }

    /// The names that the federation gives.
    public FederatedNames names() {
        return plane.names();
    }

    /// Puts the names into its zone on another name server, too, until this is closed.
    public void publish(Publisher publisher) {
        published.add(Publishing.start(names(), Name.fromConstantString(settings.zone() + '.'), publisher));
    }

    /// Whether no controller of the federation has anything to do now; what members do is theirs.
    public boolean isIdle() {
        return controllers.areIdle();
    }

    @Override
    public void close() {
        published.forEach(Publishing::close);
        plane.close();
        controllers.close();
        events.close();
        threads.shutdownNow();
        timers.close();
    }
}
