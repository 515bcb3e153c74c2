package dev.archipelago.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.garbage.GarbageReconciler;
import dev.archipelago.cluster.namespaces.NamespaceReconciler;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Launcher;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.bind.BindingReconciler;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.loadbalancers.LoadBalancers;
import dev.archipelago.federation.loadbalancers.ReplicaLists;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.RunningMembers;
import dev.archipelago.federation.names.NamesReconciler;
import dev.archipelago.federation.render.OverridePolicies;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.rollout.RevisionHistory;
import dev.archipelago.federation.rollout.RolloutReconciler;
import dev.archipelago.federation.rollout.Rollouts;
import dev.archipelago.federation.shadow.ShadowReconciler;
import dev.archipelago.federation.status.StatusReconciler;
import dev.archipelago.federation.sync.SyncReconciler;
import java.util.List;
import java.util.concurrent.Executor;

/// The controllers of a federation and their shared state. It has no threads and no clock of its own.
public final class ControlPlane implements AutoCloseable {
    private final Caches caches;
    private final Federation.Settings settings;
    private final Bindings bindings;
    private final Templates templates;
    private final RunningMembers members;
    private final Rendering rendering;
    private final RevisionHistory history;
    private final Rollouts rollouts;
    private final FederatedNames names;

    /// @param caches of the federation, not yet synced
    /// @param api the federation's API, with the identity of its membership controllers
    /// @param threads runs tasks that may block on a member
    public ControlPlane(
            Caches caches, Federation.Settings settings, Connector connector, ClusterApi api, Executor threads) {
        this.caches = caches;
        this.settings = settings;
        bindings = new Bindings(caches);
        names = new FederatedNames(caches);
        templates = new Templates(caches);
        members = new RunningMembers(
                settings.name(),
                caches,
                bindings,
                templates,
                api,
                connector,
                settings.health(),
                settings.period(),
                threads);
        rendering = new Rendering(
                new Renderer(settings.name()),
                new OverridePolicies(caches, bindings, members.changes()::tell),
                caches.of(Cluster.KIND));
        history = new RevisionHistory(caches);
        rollouts = new Rollouts(rendering, caches.of(Cluster.KIND), members, history);
    }

    /// The reconcilers that work on the federation's own API.
    public List<Reconciler> reconcilers() {
        return List.of(
                new BindingReconciler(
                        settings.name(), caches, bindings, templates, members, settings.defaultPropagation()),
                new LoadBalancers(caches, bindings),
                new ReplicaLists(caches, bindings),
                new NamesReconciler(caches, bindings, settings.name(), settings.zone()),
                new RolloutReconciler(caches, bindings, templates, members, rendering, history, rollouts),
                new ShadowReconciler(caches, bindings, members, history),
                new StatusReconciler(caches, bindings, templates, members, rendering),
                new NamespaceReconciler(caches),
                new GarbageReconciler(caches));
    }

    RunningMembers members() {
        return members;
    }

    /// Starts the work on members. Call it when the caches are synced.
    ///
    /// @param launcher starts the reconcilers of a member
    public void begin(Timers timers, Launcher launcher, EventSink events) {
        Cache<Cluster> clusters = caches.of(Cluster.KIND);
        SyncReconciler.Environment environment =
                new SyncReconciler.Environment(settings.name(), clusters, bindings, templates, rendering, rollouts);
        members.begin(
                (member, changes) -> new SyncReconciler(member.name(), environment, member, changes, member),
                timers,
                launcher,
                events);
    }

    /// The DNS records of the federation.
    FederatedNames names() {
        return names;
    }

    @Override
    public void close() {
        members.close();
    }
}
