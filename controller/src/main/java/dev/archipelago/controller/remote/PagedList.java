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

/// Lists the selected objects of a kind in pages, within the limits of [AnswerLimits]. A page that is too large is
/// requested again with fewer objects. Used by one thread, for one list.
final class PagedList<T extends ApiObject> {
    private static final int PAGE_OBJECTS_MAX = 500;
    private static final int PAGE_DIVISOR = 10;
    /// Servers may send an empty page, but have no reason to send many of them.
    private static final int EMPTY_PAGES_MAX = 100;

    private final Kind<T> kind;
    private final Selection selection;
    private final Function<String, byte[]> server;
    private final AnswerLimits answerLimits;
    private final long start = System.nanoTime();
    private final List<T> objects = new ArrayList<>();
    private int pageObjects = PAGE_OBJECTS_MAX;
    private int pages;
    private int emptyPages;
    private long bytes;

    /// @param server sends a query and returns the body of the answer
    PagedList(Kind<T> kind, Selection selection, Function<String, byte[]> server, AnswerLimits answerLimits) {
        this.kind = kind;
        this.selection = selection;
        this.server = server;
        this.answerLimits = answerLimits;
    }

    Listing<T> read() {
        String continueToken = "";
        while (true) {
            byte[] answer = next(continueToken);
            bytes += answer.length;
            answerLimits.checkListing(kind, selection, bytes);
            JsonNode page = WireObjects.parse(answer);
            JsonNode items = page.path("items");
            items.forEach(item -> objects.add(WireObjects.object(kind, item)));
            String continued = page.path("metadata").path("continue").asString("");
            if (continued.isEmpty()) {
                answerLimits.listed(kind, selection, bytes);
                return new Listing<>(objects, WireObjects.resourceVersion(page.path("metadata")));
            }
            emptyPages += items.isEmpty() ? 1 : 0;
            if (continued.equals(continueToken) || emptyPages > EMPTY_PAGES_MAX) {
                throw endless();
            }
            continueToken = continued;
        }
    }

    private byte[] next(String continueToken) {
        while (true) {
            if (++pages > answerLimits.limits().pagesMax() || !isInTime()) {
                throw endless();
            }
            try {
                return server.apply("limit=" + pageObjects
                        + (continueToken.isEmpty() ? "" : "&continue=" + Paths.encoded(continueToken)));
            } catch (ApiException e) {
                if (e.reason() == Reason.REQUEST_ENTITY_TOO_LARGE && pageObjects > 1) {
                    pageObjects = Math.max(1, pageObjects / PAGE_DIVISOR);
                } else if (e.reason() == Reason.REQUEST_ENTITY_TOO_LARGE) {
                    throw answerLimits.fault(request(), "asked for its " + kind.resource() + ", " + e.getMessage());
                } else if (!continueToken.isEmpty() && (e.reason() == Reason.EXPIRED || e.reason() == Reason.GONE)) {
                    // The continue token has expired: request the whole list without pages.
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
        return System.nanoTime() - start < answerLimits.limits().listing().toNanos();
    }

    private String request() {
        return AnswerLimits.listing(kind, selection);
    }

    private ApiException endless() {
        return answerLimits.fault(
                request(),
                "its list of " + kind.resource() + " does not end: " + pages + " pages with " + objects.size()
                        + " objects so far");
    }
}
