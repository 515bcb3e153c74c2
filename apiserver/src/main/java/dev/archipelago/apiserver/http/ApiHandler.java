package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.authn.UserInfo;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.store.StoreException;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way of every request: who, how many at once, may they, and then to whoever serves it. Any failure on the way
/// becomes a Status.
final class ApiHandler extends Handler.Abstract {
    private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);

    private final Access access;
    private final InFlight inFlight;
    private final Supplier<Catalog> catalog;
    private final ResourceHandler resources;
    private final PostedHandler posted;
    private final PathHandler paths;
    private final RequestMetrics metrics;

    ApiHandler(
            Access access,
            InFlight inFlight,
            Supplier<Catalog> catalog,
            ResourceHandler resources,
            PostedHandler posted,
            PathHandler paths,
            RequestMetrics metrics) {
        super(InvocationType.BLOCKING);
        this.access = access;
        this.inFlight = inFlight;
        this.catalog = catalog;
        this.resources = resources;
        this.posted = posted;
        this.paths = paths;
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        Exchange exchange;
        RequestInfo info;
        try {
            exchange = new Exchange(request, response, callback);
            boolean watching = exchange.query().flag("watch");
            info = RequestInfo.parse(exchange.method(), exchange.path(), watching);
        } catch (ApiException e) {
            fail(Exchange.withoutQuery(request, response, callback), e);
            return true;
        }
        try {
            serve(exchange, info);
        } catch (ApiException e) {
            fail(exchange, e);
        } catch (StoreException e) {
            log.warn("{} {}: {}", exchange.method(), exchange.path(), e.getMessage());
            fail(exchange, new ApiException(Reason.INTERNAL_ERROR, "the store failed: " + e.getMessage()));
        } catch (RuntimeException | Error e) {
            log.error("{} {} failed", exchange.method(), exchange.path(), e);
            fail(exchange, new ApiException(Reason.INTERNAL_ERROR, "an internal error occurred; see the server's log"));
        } finally {
            metrics.record(info, response.getStatus(), System.nanoTime() - start);
        }
        return true;
    }

    private void serve(Exchange exchange, RequestInfo info) {
        UserInfo user = access.authenticate(exchange);
        if (info.isLongRunning()) {
            authorizeAndRoute(exchange, info, user);
            return;
        }
        boolean mutating = switch (info.verb()) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
        Runnable leave = inFlight.enter(mutating);
        try {
            authorizeAndRoute(exchange, info, user);
        } finally {
            leave.run();
        }
    }

    private void authorizeAndRoute(Exchange exchange, RequestInfo info, UserInfo authenticated) {
        UserInfo user = access.impersonate(exchange, authenticated);
        access.authorize(user, info);
        if (!info.isResource()) {
            paths.handle(exchange, info);
            return;
        }
        Optional<ServedResource> resource = catalog.get().find(info.group(), info.version(), info.resource());
        if (resource.isPresent()) {
            resources.handle(exchange, info, resource.get(), user);
        } else {
            posted.handle(exchange, info, user);
        }
    }

    /// What a path that leads nowhere is answered with.
    static ApiException noSuchResource() {
        return new ApiException(Reason.NOT_FOUND, "the server could not find the requested resource");
    }

    private static void fail(Exchange exchange, ApiException e) {
        if (exchange.response().isCommitted()) {
            exchange.callback().failed(e);
            return;
        }
        if (e.details().retryAfterSeconds() > 0) {
            exchange.response().getHeaders().put("Retry-After", e.details().retryAfterSeconds());
        }
        exchange.respond(e.reason().code(), Exchange.JSON, Json.bytes(StatusBody.failure(e)));
    }
}
