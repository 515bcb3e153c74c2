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

/// One member at work: its connection, the caches of it, what brings it in line, and what asks how it is.
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
    /// @param changes of which bindings something has changed in the federation or in some member
    record Surroundings(
            RunningMembers.Work work,
            BindingChanges changes,
            Consumer<Consumer<Binding>> bindings,
            Timers timers,
            Launcher launcher,
            EventSink narrator) {}

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

    /// Begins to work, or begins anew: what is known of the member is read again.
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
                        surroundings.narrator());
        // What it has of sets is asked for before any is placed: some may be taken back.
        member.follow(StatefulSet.KIND);
        // In the background, one kind after the other: the member may not answer.
        surroundings.bindings().accept(binding -> {
            following.follow(member, binding);
            surroundings.changes().tellOf(member.name(), binding.key());
        });
    }

    /// Sees to it that a member's objects of the kind of a binding are known.
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
