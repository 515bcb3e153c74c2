package dev.archipelago.simulation.engine;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Passes the changes of one kind, or of selected objects of it, to all watchers, decoded once.
final class Broadcast<T extends ApiObject> implements ClusterApi.Watcher<T> {
    private final List<ClusterApi.Watcher<T>> watchers = new ArrayList<>();
    private final ClusterApi.Subscription source;

    Broadcast(ClusterApi api, Kind<T> kind, Selection selection) {
        source = api.watch(kind, selection, 0, this);
    }

    boolean isIdle() {
        return watchers.isEmpty();
    }

    void close() {
        source.close();
    }

    ClusterApi.Subscription subscribe(ClusterApi.Watcher<T> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /// Ends all watches, so that their watchers list again.
    void cut() {
        tell(watcher -> watcher.ended(new ApiException(Reason.GONE, "the server is another")));
    }

    @Override
    public void changed(T object) {
        tell(watcher -> watcher.changed(object));
    }

    @Override
    public void removed(T object, long resourceVersion) {
        tell(watcher -> watcher.removed(object, resourceVersion));
    }

    private void tell(Consumer<ClusterApi.Watcher<T>> news) {
        for (ClusterApi.Watcher<T> watcher : List.copyOf(watchers)) {
            if (watchers.contains(watcher)) {
                news.accept(watcher);
            }
        }
    }

    @Override
    public void ended(ApiException reason) {}
}
