package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Reads the selected objects of a kind, a page at a time, within the limits of [AnswerLimits]. A page that is too long
/// is asked
/// for
/// again with fewer objects on it.
final class PagedList<T extends ApiObject> {
    private static final int PAGE_OBJECTS_MAX = 500;
    private static final int FEWER = 10;
    /// Servers may give a page with nothing on it, but have no reason to do so again and again.
    private static final int EMPTY_PAGES_MAX = 100;

    private final Kind<T> kind;
    private final Selection selection;
    private final Function<String, byte[]> server;
    private final AnswerLimits excess;
    private final long start = System.nanoTime();
    private final List<T> objects = new ArrayList<>();
    private int pageObjects = PAGE_OBJECTS_MAX;
    private int pages;
    private int emptyPages;
    private long bytes;

    /// @param server answers a query
    PagedList(Kind<T> kind, Selection selection, Function<String, byte[]> server, AnswerLimits excess) {
        this.kind = kind;
        this.selection = selection;
        this.server = server;
        this.excess = excess;
    }

    Listing<T> read() {
        String more = "";
        while (true) {
            byte[] answer = next(more);
            bytes += answer.length;
            excess.listing(kind, selection, bytes);
            JsonNode page = WireObjects.parse(answer);
            JsonNode items = page.path("items");
            items.forEach(item -> objects.add(WireObjects.object(kind, item)));
            String continued = page.path("metadata").path("continue").asString("");
            if (continued.isEmpty()) {
                excess.listed(kind, selection, bytes);
                return new Listing<>(objects, WireObjects.resourceVersion(page.path("metadata")));
            }
            emptyPages += items.isEmpty() ? 1 : 0;
            if (continued.equals(more) || emptyPages > EMPTY_PAGES_MAX) {
                throw endless();
            }
            more = continued;
        }
    }

    private byte[] next(String more) {
        while (true) {
            if (++pages > excess.limits().pagesMax() || !isInTime()) {
                throw endless();
            }
            try {
                return server.apply(
                        "limit=" + pageObjects + (more.isEmpty() ? "" : "&continue=" + Paths.encoded(more)));
            } catch (ApiException e) {
                if (e.reason() == Reason.REQUEST_ENTITY_TOO_LARGE && pageObjects > 1) {
                    pageObjects = Math.max(1, pageObjects / FEWER);
                } else if (e.reason() == Reason.REQUEST_ENTITY_TOO_LARGE) {
                    throw excess.fault(request(), "asked for its " + kind.resource() + ", " + e.getMessage());
                } else if (!more.isEmpty() && (e.reason() == Reason.EXPIRED || e.reason() == Reason.GONE)) {
                    // The pages took longer than the server remembers: all at once, then.
                    objects.clear();
                    bytes = 0;
                    return server.apply("");
                } else {
                    throw e;
                }
            }
        }
    }

    private boolean isInTime() {
        return System.nanoTime() - start < excess.limits().listing().toNanos();
    }

    private String request() {
        return "list " + kind.resource();
    }

    private ApiException endless() {
        return excess.fault(
                request(),
                "its list of " + kind.resource() + " does not end: " + pages + " pages with " + objects.size()
                        + " objects so far");
    }
}
