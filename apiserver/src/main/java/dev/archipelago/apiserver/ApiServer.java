package dev.archipelago.apiserver;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionChain;
import dev.archipelago.apiserver.admission.CertificateRequester;
import dev.archipelago.apiserver.admission.InertKinds;
import dev.archipelago.apiserver.admission.NamespaceLifecycle;
import dev.archipelago.apiserver.admission.PodAdmission;
import dev.archipelago.apiserver.admission.ReplicaLimit;
import dev.archipelago.apiserver.admission.RoleEscalation;
import dev.archipelago.apiserver.admission.StorageAdmission;
import dev.archipelago.apiserver.admission.matching.RequestMatcher;
import dev.archipelago.apiserver.admission.policy.MutatingPolicies;
import dev.archipelago.apiserver.admission.policy.ParamRights;
import dev.archipelago.apiserver.admission.policy.ValidatingPolicies;
import dev.archipelago.apiserver.admission.webhook.WebhookAdmission;
import dev.archipelago.apiserver.authn.Authenticator;
import dev.archipelago.apiserver.authn.ObjectLookup;
import dev.archipelago.apiserver.authn.ServiceAccountTokens;
import dev.archipelago.apiserver.authn.StaticTokens;
import dev.archipelago.apiserver.authz.Authorizer;
import dev.archipelago.apiserver.authz.DefaultPolicy;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.bootstrap.Bootstrap;
import dev.archipelago.apiserver.bootstrap.RbacFeed;
import dev.archipelago.apiserver.bootstrap.SystemPriorities;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.CurrentCatalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.custom.CustomResources;
import dev.archipelago.apiserver.http.HttpApi;
import dev.archipelago.apiserver.local.LocalClusterApi;
import dev.archipelago.apiserver.pki.DurableFiles;
import dev.archipelago.apiserver.policystatus.PolicyStatus;
import dev.archipelago.apiserver.quota.QuotaAdmission;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.WriteKit;
import dev.archipelago.apiserver.relay.RelayedSubresource;
import dev.archipelago.apiserver.relay.Route;
import dev.archipelago.apiserver.service.OwnService;
import dev.archipelago.apiserver.service.ServiceAllotments;
import dev.archipelago.apiserver.service.ServiceNetwork;
import dev.archipelago.store.Store;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/// A Kubernetes API server on a store. The store is the caller's, and must outlive the server.
public final class ApiServer implements AutoCloseable {
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private final Options options;
    private final ServerKeys keys;
    private final Registry registry;
    private final CurrentCatalog catalog;
    private final CustomResources custom;
    private final PolicyStatus policies;
    private final HttpApi http;
    private final Authorizer authorizer;
    private final ServiceAccountTokens accounts;

    /// Where a server lives.
    ///
    /// @param directory for keys and certificates
    /// @param port 0 for any that is free
    /// @param network where services get their addresses and ports from
    /// @param admission what writes must pass beyond what all servers ask of them
    /// @param relayed what other servers answer
    /// @param routes paths outside the API that other parts of this process answer
    /// @param controlled whether something beside the server acts on a resource such as `deployments.apps`; whoever
    ///     creates an object on which nothing acts is warned
    /// @param replicasMax the most pods that one workload may ask for
    /// @param absence for resources whose objects people may look for in vain, where they are instead
    public record Options(
            Path directory,
            String host,
            int port,
            ServiceNetwork network,
            List<Admission> admission,
            List<RelayedSubresource> relayed,
            List<Route> routes,
            Predicate<String> controlled,
            int replicasMax,
            Map<String, String> absence) {
        public Options(Path directory, String host, int port) {
            this(directory, host, port, ServiceNetwork.DEFAULT);
        }

        public Options(Path directory, String host, int port, ServiceNetwork network) {
            this(
                    directory,
                    host,
                    port,
                    network,
                    List.of(),
                    List.of(),
                    List.of(),
                    resource -> true,
                    ReplicaLimit.DEFAULT_MAX,
                    Map.of());
        }

        public Options with(Admission more) {
            return new Options(
                    directory,
                    host,
                    port,
                    network,
                    with(admission, more),
                    relayed,
                    routes,
                    controlled,
                    replicasMax,
                    absence);
        }

        public Options with(RelayedSubresource more) {
            return new Options(
                    directory,
                    host,
                    port,
                    network,
                    admission,
                    with(relayed, more),
                    routes,
                    controlled,
                    replicasMax,
                    absence);
        }

        public Options with(Route more) {
            return new Options(
                    directory,
                    host,
                    port,
                    network,
                    admission,
                    relayed,
                    with(routes, more),
                    controlled,
                    replicasMax,
                    absence);
        }

        private static <T> List<T> with(List<T> those, T more) {
            List<T> all = new ArrayList<>(those);
            all.add(more);
            return List.copyOf(all);
        }

        /// The same for a program that acts on these resources, such as `deployments.apps`, and on no others.
        public Options actingOn(Set<String> resources) {
            return new Options(
                    directory,
                    host,
                    port,
                    network,
                    admission,
                    relayed,
                    routes,
                    Set.copyOf(resources)::contains,
                    replicasMax,
                    absence);
        }

        public Options withReplicasMax(int max) {
            return new Options(directory, host, port, network, admission, relayed, routes, controlled, max, absence);
        }

        /// The same for a server that says where else objects are when there are none here.
        ///
        /// @param resource such as `pods` or `deployments.apps`
        /// @param sentence is added to what people are told who ask for one, and shown to those who list none
        public Options explainingAbsence(String resource, String sentence) {
            Map<String, String> all = new HashMap<>(absence);
            all.put(resource, sentence);
            return new Options(
                    directory,
                    host,
                    port,
                    network,
                    admission,
                    relayed,
                    routes,
                    controlled,
                    replicasMax,
                    Map.copyOf(all));
        }
    }

    private ApiServer(
            Options options,
            ServerKeys keys,
            Registry registry,
            CurrentCatalog catalog,
            CustomResources custom,
            PolicyStatus policies,
            HttpApi http,
            Authorizer authorizer,
            ServiceAccountTokens accounts) {
        this.options = options;
        this.keys = keys;
        this.registry = registry;
        this.catalog = catalog;
        this.custom = custom;
        this.policies = policies;
        this.http = http;
        this.authorizer = authorizer;
        this.accounts = accounts;
    }

    /// Starts a server. When this returns, it serves.
    public static ApiServer start(Options options, Store store) throws IOException, GeneralSecurityException {
        return start(options, ServerKeys.opening(options), store);
    }

    /// Starts a server whose keys are being opened.
    public static ApiServer start(Options options, ServerKeys.Opening opening, Store store)
            throws IOException, GeneralSecurityException {
        InstantSource clock = InstantSource.system();

        Supplier<String> uids = () -> UUID.randomUUID().toString();
        UnaryOperator<ServedResource> furnishing =
                resource -> RelayedSubresource.furnished(resource, options.relayed());
        CurrentCatalog catalog = new CurrentCatalog(
                new Catalog(BuiltinCatalog.resources().stream().map(furnishing).toList()));
        RbacIndex rbac = new RbacIndex();
        RequestMatcher matcher = new RequestMatcher(store, catalog);
        WebhookAdmission webhooks = WebhookAdmission.start(store, matcher, uids);
        List<Admission> gates = new ArrayList<>(List.of(
                new NamespaceLifecycle(store),
                new StorageAdmission(store),
                PodAdmission.start(store),
                ValidatingPolicies.start(store, matcher, catalog, rbac),
                MutatingPolicies.start(store, matcher, catalog, rbac, webhooks),
                new RoleEscalation(rbac),
                new ParamRights(store, catalog, rbac),
                new CertificateRequester(),
                new QuotaAdmission(store),
                new ReplicaLimit(options.replicasMax()),
                InertKinds.except(options.controlled())));
        gates.addAll(options.admission());
        AdmissionChain admission = new AdmissionChain(gates);
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        ServiceAllotments allotments = new ServiceAllotments(store, random, options.network());
        Registry registry = new Registry(new WriteKit(store, admission, allotments, clock, uids, random));
        List<ObjectNode> defaults = new ArrayList<>(DefaultPolicy.objects());
        defaults.addAll(SystemPriorities.objects());
        defaults.add(OwnService.of(options.network(), options.port()));
        new Bootstrap(store, registry, catalog.get()).run(defaults);

        CustomResources custom = CustomResources.start(store, registry, catalog, clock, furnishing);
        PolicyStatus policies = PolicyStatus.start(store, registry, catalog);

        RbacFeed.follow(store, rbac);
        ServerKeys keys = opening.await();
        StaticTokens tokens = StaticTokens.none().with(keys.adminToken(), UserInfo.of("admin", UserInfo.MASTERS));
        ObjectLookup lookup = lookup(store);
        ServiceAccountTokens accounts = new ServiceAccountTokens(
                new ServiceAccountTokens.Settings(ISSUER, List.of(ISSUER), keys.signing(), List.of(), clock, uids),
                lookup);
        HttpApi http = HttpApi.start(new HttpApi.Parts(
                keys.tls(),
                options.host(),
                options.port(),
                registry,
                catalog,
                new Authenticator(clock, tokens, accounts),
                accounts,
                lookup,
                rbac,
                keys.signing().getPublic(),
                store,
                clock,
                options.relayed(),
                options.routes(),
                options.absence()));
        return new ApiServer(options, keys, registry, catalog, custom, policies, http, rbac, accounts);
    }

    private static ObjectLookup lookup(Store store) {
        return (kind, namespace, name) -> store.get(
                        namespace.isEmpty()
                                ? kind.resource() + '/' + name
                                : kind.resource() + '/' + namespace + '/' + name)
                .map(entry -> Json.parse(entry.value()));
    }

    public int port() {
        return http.port();
    }

    /// What `/metrics` shows, for other parts of this process to add to.
    public PrometheusRegistry metrics() {
        return http.metrics();
    }

    /// The API for a part of this process.
    ///
    /// @param fieldManager how its writes are signed in managedFields
    public ClusterApi local(UserInfo user, String fieldManager) {
        return new LocalClusterApi(registry, catalog, user, fieldManager);
    }

    /// The same for one part of what runs the cluster, which may do anything.
    public ClusterApi local(String part) {
        return local(UserInfo.of("system:controller:" + part, UserInfo.MASTERS), part);
    }

    /// Says what users may do, as it does for their requests.
    public Authorizer authorizer() {
        return authorizer;
    }

    /// What is served at any time.
    public Supplier<Catalog> catalog() {
        return catalog;
    }

    /// Signs the token that a Secret is to carry. Nobody can use it who cannot also write that Secret, which is why the
    /// controller that fills Secrets needs neither the key nor the right to ask for tokens of any other kind.
    public String sign(SecretToken token) {
        return accounts.issue(token);
    }

    /// Writes a kubeconfig of the cluster's administrator.
    public void writeKubeconfig(Path file) throws IOException {
        String text = Kubeconfig.text(
                "https://" + options.host() + ':' + port(),
                Pem.encode(keys.authority().certificate()),
                keys.adminToken());
        DurableFiles.writeSecret(file, text);
    }

    @Override
    public void close() {
        http.close();
        policies.close();
        custom.close();
    }
}
