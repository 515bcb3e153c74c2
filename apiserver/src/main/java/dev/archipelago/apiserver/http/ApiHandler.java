package dev.archipelago.apiserver.http;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.relay.Route;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.apiserver.request.RequestTimeout;
import dev.archipelago.store.NoSpaceException;
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
    private final RelayHandler relays;
    private final RequestMetrics metrics;
    private final SlowClients slow;

    ApiHandler(
            Access access,
            InFlight inFlight,
            Supplier<Catalog> catalog,
            ResourceHandler resources,
            PostedHandler posted,
            PathHandler paths,
            RelayHandler relays,
            RequestMetrics metrics,
            SlowClients slow) {
        super(InvocationType.BLOCKING);
        this.access = access;
        this.inFlight = inFlight;
        this.catalog = catalog;
        this.resources = resources;
        this.posted = posted;
        this.paths = paths;
        this.relays = relays;
        this.metrics = metrics;
        this.slow = slow;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        Exchange exchange;
        RequestInfo info;
        try {
            exchange = new Exchange(request, response, callback, slow);
            boolean watching = exchange.query().flag("watch");
            info = RequestInfo.parse(exchange.method(), exchange.path(), watching);
        } catch (ApiException e) {
            fail(Exchange.withoutQuery(request, response, callback, slow), e);
            return true;
        }
        new Serving(exchange, info, start).begin();
        return true;
    }

    private static boolean isMutating(RequestInfo info) {
        return switch (info.verb()) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
    }

    /// One request on its way. It waits for its body before it takes a place among those in flight, so that a client
    /// that sends slowly is in nobody's way.
    private final class Serving implements Receiving.Ending {
        private final Exchange exchange;
        private final RequestInfo info;
        private final long start;
        private final Optional<Route> route;
        private UserInfo user = UserInfo.ANONYMOUS;
        private boolean known;

        Serving(Exchange exchange, RequestInfo info, long start) {
            this.exchange = exchange;
            this.info = info;
            this.start = start;
            this.route = relays.route(info);
        }

        void begin() {
            if (!attempt(this::admit)) {
                return;
            }
            if (isMutating(info) || (route.isPresent() && exchange.request().getLength() != 0)) {
                Receiving.start(exchange.request(), slow, this);
            } else {
                work();
            }
        }

        private void admit() {
            user = access.impersonate(exchange, access.authenticate(exchange));
            if (route.isEmpty()) {
                access.authorize(user, info);
            }
        }

        @Override
        public void received(byte[] body) {
            exchange.received(body);
            work();
        }

        @Override
        public void failed(ApiException why) {
            fail(exchange, why);
            done();
        }

        private void work() {
            if (attempt(this::serve) && !exchange.isTakenOver()) {
                done();
            }
        }

        private void serve() {
            if (!info.verb().equals("watch")) {
                RequestTimeout.check(exchange.query());
            }
            // What runs long holds its place only until it has begun.
            exchange.hold(inFlight.enter(isMutating(info)));
            try {
                route();
            } finally {
                exchange.leave();
            }
        }

        private void route() {
            if (route.isPresent()) {
                relays.handle(exchange, info, route.get(), user);
                return;
            }
            if (!info.isResource()) {
                paths.handle(exchange, info);
                return;
            }
            Optional<ServedResource> resource = catalog.get().find(info.group(), info.version(), info.resource());
            if (resource.isPresent()) {
                known = true;
                if (!resource.get().deprecation().isEmpty()) {
                    exchange.warn(resource.get().deprecation());
                }
                resources.handle(exchange, info, resource.get(), user);
            } else {
                posted.handle(exchange, info, user);
                known = true;
            }
        }

        /// Takes a step, or answers why it cannot be taken.
        private boolean attempt(Runnable step) {
            try {
                step.run();
                return true;
            } catch (ApiException e) {
                fail(exchange, e);
            } catch (NoSpaceException e) {
                fail(exchange, new ApiException(Reason.INSUFFICIENT_STORAGE, String.valueOf(e.getMessage())));
            } catch (StoreException e) {
                log.warn("{} {}: {}", exchange.method(), exchange.path(), e.getMessage());
                fail(exchange, new ApiException(Reason.INTERNAL_ERROR, "the store failed: " + e.getMessage()));
            } catch (RuntimeException | Error e) {
                log.error("{} {} failed", exchange.method(), exchange.path(), e);
                fail(
                        exchange,
                        new ApiException(Reason.INTERNAL_ERROR, "an internal error occurred; see the server's log"));
            }
            done();
            return false;
        }

        private void done() {
            metrics.record(info, known, exchange.response().getStatus(), System.nanoTime() - start);
        }
    }

    /// What a path that leads nowhere is answered with.
    static ApiException noSuchResource() {
        return new ApiException(Reason.NOT_FOUND, "the server could not find the requested resource");
    }

    static void fail(Exchange exchange, ApiException e) {
        if (exchange.response().isCommitted()) {
            exchange.callback().failed(e);
            return;
        }
        if (e.details().retryAfterSeconds() > 0) {
            exchange.response().getHeaders().put("Retry-After", e.details().retryAfterSeconds());
        }
        ObjectResponses.status(exchange, e.reason().code(), StatusBody.failure(e));
    }
}
