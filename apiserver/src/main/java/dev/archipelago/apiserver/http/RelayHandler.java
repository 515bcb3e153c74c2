package dev.archipelago.apiserver.http;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.relay.RelayedSubresource;
import dev.archipelago.apiserver.relay.Route;
import dev.archipelago.apiserver.request.RequestInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves what is passed on: subresources that other servers answer, and routes that other parts of this process do.
///
/// These may take any time to answer, so while a request is passed on it has no place among those in flight and no
/// thread of the HTTP server's: whoever passes it on bounds how many there are.
final class RelayHandler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RelayHandler.class);

    private final List<RelayedSubresource> relayed;
    private final List<Route> routes;
    private final Executor workers;
    private final RequestMetrics metrics;
    private final Set<RelayAnswer> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// @param workers run what may wait
    RelayHandler(List<RelayedSubresource> relayed, List<Route> routes, Executor workers, RequestMetrics metrics) {
        this.relayed = List.copyOf(relayed);
        this.routes = List.copyOf(routes);
        this.workers = workers;
        this.metrics = metrics;
    }

    /// Passes the request on, if it is one that is.
    ///
    /// @return whether it is
    boolean handle(Exchange exchange, RequestInfo info, Target target, UserInfo user) {
        Optional<RelayedSubresource> found = relayed.stream()
                .filter(one -> one.subresource().equals(target.subresource()) && one.belongsTo(target.resource()))
                .findFirst();
        if (found.isEmpty()) {
            return false;
        }
        if (!exchange.header("Upgrade").isEmpty()) {
            throw ApiException.badRequest("%s/%s does not pass on requests that upgrade the connection, such as exec"
                    .formatted(info.resource(), info.subresource()));
        }
        String path = RelayPath.after(exchange.request().getHttpURI().getPath(), info);
        pass(found.get().relay(), request(exchange, info.name(), path, user), exchange, info);
        return true;
    }

    /// The route that a request takes, if it takes one.
    Optional<Route> route(RequestInfo info) {
        return info.isResource()
                ? Optional.empty()
                : routes.stream().filter(route -> route.covers(info.path())).findFirst();
    }

    void handle(Exchange exchange, RequestInfo info, Route route, UserInfo user) {
        String path = RelayPath.after(exchange.request().getHttpURI().getPath(), route.prefix());
        pass(route.handler(), request(exchange, "", path, user), exchange, info);
    }

    private void pass(Relay relay, Relay.Request request, Exchange exchange, RequestInfo info) {
        RelayAnswer answer = new RelayAnswer(exchange);
        begin(exchange, answer);
        // Its place and this thread are not to be kept while the other server thinks.
        exchange.leave();
        exchange.takeOver();
        long start = System.nanoTime();
        workers.execute(() -> {
            pass(relay, request, answer, exchange);
            metrics.record(info, true, exchange.response().getStatus(), System.nanoTime() - start);
        });
    }

    private static Relay.Request request(Exchange exchange, String name, String path, UserInfo user) {
        List<Relay.Header> headers = new ArrayList<>();
        for (HttpField field : exchange.request().getHeaders()) {
            String value = field.getValue();
            headers.add(new Relay.Header(field.getName(), value == null ? "" : value));
        }
        String query = exchange.request().getHttpURI().getQuery();
        return new Relay.Request(
                user,
                exchange.method(),
                name,
                path,
                query == null ? "" : query,
                List.copyOf(headers),
                exchange.bodyIfAny());
    }

    private void begin(Exchange exchange, RelayAnswer answer) {
        running.add(answer);
        if (closed) {
            answer.gone();
        }
        exchange.request().addFailureListener(reason -> answer.gone());
        // The other server may have nothing to tell for long; a client that takes nothing is noticed elsewhere.
        exchange.request().addIdleTimeoutListener(timeout -> false);
        if (exchange.ownsConnection()) {
            exchange.response().getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
            ClientDisconnect.notice(exchange.request(), reason -> answer.gone(), reason -> answer.gone());
        }
    }

    private void pass(Relay relay, Relay.Request request, RelayAnswer answer, Exchange exchange) {
        try {
            relay.pass(request, answer);
            answer.end();
        } catch (ApiException e) {
            ApiHandler.fail(exchange, e);
        } catch (IOException e) {
            log.debug("{} {} was cut short: {}", request.method(), request.path(), e.toString());
            exchange.callback().failed(e);
        } catch (RuntimeException | Error e) {
            log.error("{} {} could not be passed on", request.method(), request.path(), e);
            ApiHandler.fail(
                    exchange,
                    new ApiException(Reason.INTERNAL_ERROR, "an internal error occurred; see the server's log"));
        } finally {
            running.remove(answer);
        }
    }

    /// Ends all that is being passed on.
    @Override
    public void close() {
        closed = true;
        running.forEach(RelayAnswer::gone);
    }
}
