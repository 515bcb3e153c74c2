package dev.archipelago.federation.membership;

import dev.archipelago.api.relay.Relay;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Launcher;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One connected member: its connection, caches, reconciler and prober.
final class RunningMember implements AutoCloseable {
    private final Member member;
    private final Connector.Connection connection;
    private final String membership;
    private final Surroundings surroundings;
    private final Prober prober;
    private BindingChanges.@Nullable Ending listening;
    private Launcher.@Nullable Running controllers;

    /// What all members share.
    ///
    /// @param changes announces the bindings that have changed in the federation or in a member
    record Surroundings(
            RunningMembers.Work work,
            BindingChanges changes,
            Consumer<Consumer<Binding>> bindings,
            Timers timers,
            Launcher launcher,
            EventSink events) {}

    /// @param membership the uid of its Cluster object
    RunningMember(
            Member member,
            Connector.Connection connection,
            String membership,
            Surroundings surroundings,
            Prober prober) {
        this.member = member;
        this.connection = connection;
        this.membership = membership;
        this.surroundings = surroundings;
        this.prober = prober;
    }

    Member member() {
        return member;
    }

    Relay relay() {
        return connection.relay();
    }

    String membership() {
        return membership;
    }

    String identity() {
        return connection.identity();
    }

    /// Starts, or restarts with new caches.
    synchronized void start(Following following) {
        stop();
        Caches caches = new Caches();
        member.use(caches);
        Reconciler work = surroundings
                .work()
                .of(member, again -> listening = surroundings.changes().listen(again));
        controllers = surroundings
                .launcher()
                .start(
                        "federation/" + member.name(),
                        part -> connection.api(),
                        caches,
                        List.of(work),
                        surroundings.events());
        member.started();
        // StatefulSets come first, since existing replicas may have to be adopted before a set is placed.
        member.follow(StatefulSet.KIND);
        // In the background, one kind after the other: the member may not answer.
        surroundings.bindings().accept(binding -> {
            following.follow(member, binding);
            surroundings.changes().tellOf(member.name(), binding.key());
        });
    }

    /// Starts to cache the kind of a binding in a member.
    interface Following {
        void follow(Member member, Binding binding);
    }

    private void stop() {
        if (listening != null) {
            listening.close();
        }
        if (controllers != null) {
            controllers.close();
        }
    }

    @Override
    public synchronized void close() {
        prober.close();
        stop();
        connection.close();
    }
}
