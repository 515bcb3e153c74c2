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

/// The federation's controllers, which run beside its API server.
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

    /// The settings of a federation.
    ///
    /// @param zone the DNS zone of its names
    /// @param defaultPropagation whether objects without a policy are propagated
    /// @param period how often a member's health is probed
    public record Settings(String name, String zone, boolean defaultPropagation, Health health, Duration period) {}

    /// Starts a federation. On return its caches are synced; members may still be connecting.
    ///
    /// @param apis returns the federation's API with the identity of the named component
    /// @param connector opens connections to members
    public static Federation start(
            Function<String, ClusterApi> apis, Settings settings, Connector connector, PrometheusRegistry metrics) {
        return start(apis, settings, connector, caches -> List.of(), metrics);
    }

    /// Starts a federation with additional controllers that only the owner of the API server can run.
    ///
    /// @param more creates them on the same caches
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
                (member, parts, known, workers, sink) ->
                        Controllers.start(member, parts, known, workers, timers, sink, counters),
                events);
        return new Federation(timers, threads, events, caches, controllers, plane, settings);
    }

    /// The names that a new StatefulSet or cluster must not collide with.
    public KnownNames knownNames() {
        return new CachedNames(caches);
    }

    /// Which new objects will be propagated to clusters.
    public Propagation propagation() {
        return new CachedPropagation(caches, settings.defaultPropagation());
    }

    /// Lets users reach members through the proxy subresource of clusters.
    public void serve(ClusterProxy proxy) {
        plane.members().serve(proxy);
    }

    /// The DNS records of the federation.
    public FederatedNames names() {
        return plane.names();
    }

    /// Also publishes the records to another name server, until this is closed.
    public void publish(Publisher publisher) {
        published.add(Publishing.start(names(), Name.fromConstantString(settings.zone() + '.'), publisher));
    }

    /// Whether no controller of the federation has work now; controllers inside members are not counted.
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
