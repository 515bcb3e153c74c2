package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ForwardingApi;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The federation's connection to a cluster in the same process. While it is cut, or the cluster is down, calls fail
/// and watches end as they would over a network.
final class Link extends ForwardingApi {
    // Guarded by this:
    private final Set<Ongoing> ongoing = new HashSet<>();
    private @Nullable ClusterApi end;
    private boolean cut;

    /// Sets the cluster that the link leads to; null for none.
    void lead(@Nullable ClusterApi cluster) {
        synchronized (this) {
            end = cluster;
        }
        if (cluster == null) {
            endAll();
        }
    }

    void cut(boolean now) {
        synchronized (this) {
            cut = now;
        }
        if (now) {
            endAll();
        }
    }

    private void endAll() {
        List<Ongoing> ended;
        synchronized (this) {
            ended = new ArrayList<>(ongoing);
            ongoing.clear();
        }
        ended.forEach(Ongoing::linkDown);
    }

    /// A call or watch in progress that ends when the link does.
    interface Ongoing {
        void linkDown();
    }

    /// Registers a call or watch.
    ///
    /// @throws ApiException when the link is down
    synchronized void enter(Ongoing call) {
        other();
        ongoing.add(call);
    }

    synchronized void leave(Ongoing call) {
        ongoing.remove(call);
    }

    @Override
    protected synchronized ClusterApi other() {
        if (end == null || cut) {
            throw unreachable();
        }
        return end;
    }

    private static ApiException unreachable() {
        return new ApiException(Reason.SERVICE_UNAVAILABLE, "connection refused");
    }

    /// A watch that ends with the link.
    private final class Watching<T extends ApiObject> implements Watcher<T>, Subscription, Ongoing {
        private final Watcher<T> watcher;
        private volatile boolean over;
        private volatile @Nullable Subscription subscription;

        private Watching(Watcher<T> watcher) {
            this.watcher = watcher;
        }

        @Override
        public void changed(T object) {
            if (!over) {
                watcher.changed(object);
            }
        }

        @Override
        public void removed(T object, long resourceVersion) {
            if (!over) {
                watcher.removed(object, resourceVersion);
            }
        }

        @Override
        public void progressed(long resourceVersion) {
            if (!over) {
                watcher.progressed(resourceVersion);
            }
        }

        @Override
        public void ended(ApiException reason) {
            if (forget()) {
                watcher.ended(reason);
            }
        }

        @Override
        public void linkDown() {
            if (!over) {
                over = true;
                closeOther();
                watcher.ended(unreachable());
            }
        }

        @Override
        public void close() {
            forget();
            closeOther();
        }

        private boolean forget() {
            leave(this);
            boolean first = !over;
            over = true;
            return first;
        }

        private void closeOther() {
            Subscription running = subscription;
            if (running != null) {
                running.close();
            }
        }
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        Watching<T> watching = new Watching<>(watcher);
        ClusterApi cluster = other();
        enter(watching);
        Subscription subscription = cluster.watch(kind, selection, after, watching);
        watching.subscription = subscription;
        if (watching.over) {
            subscription.close();
        }
        return watching;
    }
}
