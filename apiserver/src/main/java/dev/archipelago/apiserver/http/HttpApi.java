package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.authn.Authenticator;
import dev.archipelago.apiserver.authn.IdentityReviews;
import dev.archipelago.apiserver.authn.ObjectLookup;
import dev.archipelago.apiserver.authn.OpenIdDiscovery;
import dev.archipelago.apiserver.authn.ServiceAccountTokens;
import dev.archipelago.apiserver.authn.TokenRequests;
import dev.archipelago.apiserver.authz.AccessReviews;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.pki.TlsContexts;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.relay.RelayedSubresource;
import dev.archipelago.apiserver.relay.Route;
import dev.archipelago.apiserver.subresource.Evictions;
import dev.archipelago.store.Store;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.security.PublicKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The API over HTTPS.
public final class HttpApi implements AutoCloseable {
    private final JettyServer server;
    private final WatchTimer watches;
    private final RelayHandler relays;
    private final SlowClients slow;
    private final ExecutorService workers;
    private final ExecutorService writers;
    private final RequestMetrics metrics;
    private final AtomicBoolean closing;

    /// What the HTTP side is put together from.
    public record Parts(
            TlsContexts tls,
            String host,
            int port,
            Registry registry,
            Supplier<Catalog> catalog,
            Authenticator authenticator,
            ServiceAccountTokens accounts,
            ObjectLookup lookup,
            RbacIndex rbac,
            PublicKey tokenKey,
            Store store,
            InstantSource clock,
            List<RelayedSubresource> relayed,
            List<Route> routes,
            Map<String, String> absence) {}

    private HttpApi(
            JettyServer server,
            WatchTimer watches,
            RelayHandler relays,
            SlowClients slow,
            ExecutorService workers,
            ExecutorService writers,
            RequestMetrics metrics,
            AtomicBoolean closing) {
        this.server = server;
        this.watches = watches;
        this.relays = relays;
        this.slow = slow;
        this.workers = workers;
        this.writers = writers;
        this.metrics = metrics;
        this.closing = closing;
    }

    public static HttpApi start(Parts parts) throws IOException {
        ExecutorService workers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("apiserver:" + parts.port()).factory());
        ExecutorService writers = WatchConnection.writers();
        WatchTimer timer = new WatchTimer();
        SlowClients slow = SlowClients.start();
        InFlight inFlight = new InFlight();
        AtomicBoolean closing = new AtomicBoolean();
        RequestMetrics metrics = new RequestMetrics(inFlight, timer);
        Forms forms = new Forms(parts.clock());
        ObjectResponses responses = new ObjectResponses(forms);
        Registry registry = parts.registry();
        WatchHandler watches =
                new WatchHandler(registry, forms, workers, writers, timer, RandomGenerator.of("L64X128MixRandom"));
        ServedResource budgets = parts.catalog()
                .get()
                .find("policy", "v1", "poddisruptionbudgets")
                .orElseThrow();
        RelayHandler relays = new RelayHandler(parts.relayed(), parts.routes(), workers, metrics);
        SubresourceHandler subresources = new SubresourceHandler(
                registry,
                new Evictions(registry, budgets),
                new TokenRequests(parts.accounts(), parts.lookup()),
                relays,
                responses);
        ApiHandler handler = new ApiHandler(
                new Access(parts.authenticator(), parts.rbac()),
                inFlight,
                parts.catalog(),
                new ResourceHandler(registry, responses, watches, subresources, new Absence(parts.absence())),
                new PostedHandler(reviews(parts)),
                new PathHandler(
                        new CurrentDocuments(parts.catalog(), parts.host() + ':' + parts.port()),
                        metrics,
                        health(parts.store(), closing),
                        tokenDocuments(parts)),
                relays,
                metrics,
                slow);
        JettyServer server = new JettyServer(parts.tls(), parts.host(), parts.port(), handler);
        server.start();
        return new HttpApi(server, timer, relays, slow, workers, writers, metrics, closing);
    }

    private static Map<String, PostedHandler.Answer> reviews(Parts parts) {
        RbacIndex rbac = parts.rbac();
        return Map.of(
                "TokenReview", (posted, user, namespace) -> IdentityReviews.tokenReview(posted, parts.authenticator()),
                "SelfSubjectReview",
                        (posted, user, namespace) -> IdentityReviews.selfSubjectReview(
                                posted, user, parts.clock().instant()),
                "SubjectAccessReview", (posted, user, namespace) -> AccessReviews.subjectAccessReview(posted, rbac),
                "LocalSubjectAccessReview",
                        (posted, user, namespace) -> AccessReviews.localSubjectAccessReview(posted, namespace, rbac),
                "SelfSubjectAccessReview",
                        (posted, user, namespace) -> AccessReviews.selfSubjectAccessReview(posted, user, rbac),
                "SelfSubjectRulesReview",
                        (posted, user, namespace) ->
                                AccessReviews.selfSubjectRulesReview(posted, user, rbac.snapshot()));
    }

    /// Under the names that kube-apiserver has for these checks, whatever the store is: it stands where etcd does.
    private static Health health(Store store, AtomicBoolean closing) {
        // Where it helps to start anew, this is not live; where it does not, it is only not ready.
        return new Health(
                List.of(
                        new Health.Check("ping", () -> ""),
                        new Health.Check("etcd", () -> store.isBroken() ? "no write is taken any more" : "")),
                List.of(
                        new Health.Check("etcd-readiness", store::trouble),
                        new Health.Check("shutdown", () -> closing.get() ? "the server is closing" : "")));
    }

    private static PathHandler.TokenDocuments tokenDocuments(Parts parts) {
        String issuer = parts.accounts().audiences().getFirst();
        return new PathHandler.TokenDocuments(
                OpenIdDiscovery.configuration(issuer, issuer + OpenIdDiscovery.KEYS_PATH),
                OpenIdDiscovery.keys(List.of(parts.tokenKey())));
    }

    public int port() {
        return server.port();
    }

    /// What `/metrics` shows.
    public PrometheusRegistry metrics() {
        return metrics.registry();
    }

    @Override
    public void close() {
        closing.set(true);
        // Before the watches end: whoever comes back must find a closed door, not a server that drops it half-way in.
        server.refuse();
        watches.close();
        relays.close();
        server.close();
        slow.close();
        workers.close();
        writers.close();
    }
}
