package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.api.selector.RecentAttributes;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.store.CompactedException;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.util.List;
import java.util.Optional;

/// Opens watches: works out where they begin and turns store events into what the client's filter makes of them.
final class WatchOpener {
    private final Store store;
    private final Snapshots snapshots;
    private final Reader reader;
    private final RecentAttributes recent = new RecentAttributes();

    WatchOpener(Store store, Snapshots snapshots, Reader reader) {
        this.store = store;
        this.snapshots = snapshots;
        this.reader = reader;
    }

    WatchPlan open(ServedResource resource, String namespace, ObjectFilter filter, ReadOptions options) {
        String prefix = filter.requiredName()
                .filter(name -> !resource.namespaced() || !namespace.isEmpty())
                .map(name -> resource.key(namespace, name))
                .orElseGet(() -> resource.keyPrefix(namespace));
        boolean wantsState = options.sendInitialEvents()
                .orElse(options.resourceVersion().isEmpty()
                        || options.resourceVersion().equals("0"));
        if (wantsState) {
            Page state = reader.list(resource, namespace, filter, stateOptions(options));
            return plan(
                    prefix,
                    filter,
                    state.entries(),
                    state.revision(),
                    options.sendInitialEvents().orElse(false));
        }
        if (options.revision() == 0) {
            snapshots.awaitLatest();
        }
        long from = options.revision() == 0 ? store.observedRevision() : options.revision();
        if (from < store.compactedRevision()) {
            throw tooOld(from, store.compactedRevision());
        }
        return plan(prefix, filter, List.of(), from, false);
    }

    /// A watch from the state at least as new as asked for. An empty version means the newest.
    private static ReadOptions stateOptions(ReadOptions options) {
        return new ReadOptions("", "", options.resourceVersion(), "", 0, "", false, false, Optional.empty(), 0);
    }

    private WatchPlan plan(
            String prefix, ObjectFilter filter, List<KeyValue> initial, long revision, boolean bookmarksInitial) {
        return new WatchPlan(initial, revision, bookmarksInitial, sink -> start(prefix, filter, revision, sink));
    }

    private Watch start(String prefix, ObjectFilter filter, long revision, WatchSink sink) {
        try {
            // After the last there is none.
            return store.watch(prefix, Math.max(revision, revision + 1), new Filtering(filter, recent, sink));
        } catch (CompactedException e) {
            throw tooOld(revision, e.compactedRevision());
        }
    }

    private static ApiException tooOld(long revision, long oldest) {
        return new ApiException(Reason.EXPIRED, "too old resource version: %d (%d)".formatted(revision, oldest));
    }

    private record Filtering(ObjectFilter filter, RecentAttributes recent, WatchSink sink) implements WatchListener {

        @Override
        public boolean isReady() {
            return sink.isReady();
        }

        @Override
        public void onEvents(List<WatchEvent> events) {
            boolean any = false;
            for (WatchEvent event : events) {
                any |= forward(event);
            }
            if (any) {
                sink.onBatchEnd();
            }
        }

        /// An object that begins to match is ADDED for this client, one that no longer does is DELETED.
        private boolean forward(WatchEvent event) {
            boolean matched = event.previous().isPresent()
                    && filter.matches(event.previous().get().value(), recent);
            boolean matches = !event.deleted() && filter.matches(event.current().value(), recent);
            if (matches) {
                sink.onEvent(matched ? EventType.MODIFIED : EventType.ADDED, StoredObjects.of(event.current()));
            } else if (matched) {
                sink.onEvent(
                        EventType.DELETED, new Stored(event.previous().get().value(), event.revision()));
            }
            return matches || matched;
        }

        @Override
        public void onProgress(long revision) {
            sink.onBookmark(revision);
        }

        @Override
        public void onEnd(StoreException reason) {
            sink.onEnd(
                    reason instanceof CompactedException compacted
                            ? new ApiException(
                                    Reason.EXPIRED,
                                    "too old resource version (%d)".formatted(compacted.compactedRevision()))
                            : new ApiException(
                                    Reason.SERVICE_UNAVAILABLE, "the watch was ended: " + reason.getMessage()));
        }
    }
}
