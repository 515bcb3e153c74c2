package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.store.CompactedException;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Range;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Gets and lists.
final class Reader {
    /// How many entries a filtered list looks at before it asks the store for more.
    private static final int FILTER_BATCH = 1000;

    private final Store store;
    private final Snapshots snapshots;

    Reader(Store store, Snapshots snapshots) {
        this.store = store;
        this.snapshots = snapshots;
    }

    Stored get(ServedResource resource, String namespace, String name, ReadOptions options) {
        awaitFreshness(options);
        return store.get(resource.key(namespace, name))
                .map(StoredObjects::of)
                .orElseThrow(() -> ApiException.notFound(resource.group(), resource.resource(), name));
    }

    Page list(ServedResource resource, String namespace, ObjectFilter filter, ReadOptions options) {
        String prefix = resource.keyPrefix(namespace);
        if (!options.continueToken().isEmpty()) {
            return continueList(prefix, filter, options);
        }
        if (isExact(options)) {
            return read(prefix, prefix, filter, options.revision(), options, true);
        }
        awaitFreshness(options);
        return read(prefix, prefix, filter, 0, options, true);
    }

    private Page continueList(String prefix, ObjectFilter filter, ReadOptions options) {
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.decode(options.continueToken());
        String from = prefix + token.start();
        if (token.revision() < 0) {
            snapshots.awaitLatest();
            return read(prefix, from, filter, 0, options, true);
        }
        try {
            return read(prefix, from, filter, token.revision(), options, false);
        } catch (ApiException e) {
            if (e.reason() != Reason.EXPIRED) {
                throw e;
            }
            throw expiredContinue(token.start());
        }
    }

    /// Before resourceVersionMatch was invented, a limited list at a version meant exactly that version.
    private static boolean isExact(ReadOptions options) {
        return options.revision() > 0
                && (options.resourceVersionMatch().equals(ReadOptions.EXACT)
                        || (options.resourceVersionMatch().isEmpty() && options.limit() > 0));
    }

    private void awaitFreshness(ReadOptions options) {
        if (options.resourceVersion().isEmpty()) {
            snapshots.awaitLatest();
        } else {
            snapshots.awaitAtLeast(options.revision());
        }
    }

    private Page read(
            String prefix, String from, ObjectFilter filter, long revision, ReadOptions options, boolean fresh) {
        if (revision > store.observedRevision()) {
            snapshots.awaitAtLeast(revision);
        }
        try {
            int limit = (int) Math.min(options.limit(), Integer.MAX_VALUE - 1);
            return filter.isEverything()
                    ? readAll(prefix, from, revision, limit)
                    : readMatching(prefix, from, filter, revision, limit);
        } catch (CompactedException e) {
            throw Snapshots.expired(
                    fresh
                            ? "The resourceVersion for the provided list is too old."
                            : "The provided continue parameter is too old");
        }
    }

    private Page readAll(String prefix, String from, long revision, int limit) {
        Range range = store.range(prefix, from, revision, limit);
        if (!range.more()) {
            return new Page(range.entries(), range.revision(), "", OptionalLong.empty());
        }
        String next = after(range.entries().getLast().key());
        long remaining = store.count(prefix, next, range.revision());
        return new Page(range.entries(), range.revision(), token(range, prefix, next), OptionalLong.of(remaining));
    }

    private Page readMatching(String prefix, String from, ObjectFilter filter, long revision, int limit) {
        List<KeyValue> found = new ArrayList<>();
        long at = revision;
        String start = from;
        while (true) {
            Range range = store.range(prefix, start, at, FILTER_BATCH);
            at = range.revision();
            for (KeyValue entry : range.entries()) {
                if (!filter.matches(entry.value())) {
                    continue;
                }
                found.add(entry);
                if (limit > 0 && found.size() == limit) {
                    String next = after(entry.key());
                    boolean more = range.more() || entry != range.entries().getLast();
                    return new Page(found, at, more ? token(range, prefix, next) : "", OptionalLong.empty());
                }
            }
            if (!range.more()) {
                return new Page(found, at, "", OptionalLong.empty());
            }
            start = after(range.entries().getLast().key());
        }
    }

    private static String token(Range range, String prefix, String next) {
        return new ContinueToken(range.revision(), next.substring(prefix.length())).encode();
    }

    /// The smallest key greater than this one.
    private static String after(String key) {
        return key + '\0';
    }

    /// Tells the client that it may go on from here if it can live with pages of different ages.
    private static ApiException expiredContinue(String start) {
        return new ApiException(
                Reason.EXPIRED,
                "The provided continue parameter is too old to display a consistent list result. Start a new list without "
                        + "it, or use the continue token in this response to get the rest as it is now, which may "
                        + "differ in age from the pages before.",
                ApiException.Details.NONE,
                new ContinueToken(-1, start).encode());
    }
}
