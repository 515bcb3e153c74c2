package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterEndpoint;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Makes a cluster a member of a federation: creates an account in the cluster, and its credentials and a Cluster
/// object in the federation. When a step fails, everything created before is deleted.
public final class Joining {
    /// The namespace that exists in every cluster; its uid identifies the cluster.
    private static final Key IDENTIFYING = Key.global("kube-system");

    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ClusterApi federation;
    private final Newcomer newcomer;
    private final Duration patience;
    private final InstantSource clock;
    private final Consumer<String> say;
    private final UndoLog undo = new UndoLog();

    /// A cluster that is to join.
    ///
    /// @param api with the rights to grant what the federation needs
    /// @param endpoint where the federation reaches it
    /// @param authorityPem empty for the trust store of the federation's machine
    /// @param insecure whether its certificate is not verified
    public record Newcomer(
            ClusterApi api,
            String endpoint,
            String authorityPem,
            boolean insecure,
            Tokens tokens,
            TokenCheck tokenCheck) {}

    /// A token and when it expires.
    public record Token(String text, Instant expires) {}

    /// Issues tokens of a service account in the new member.
    public interface Tokens {
        Token issue(Key account, Duration lifetime);
    }

    /// Checks that the new member accepts a token.
    public interface TokenCheck {
        /// Returns when it accepts the token.
        ///
        /// @throws ApiException when it does not
        void check(String token) throws IOException;
    }

    /// The optional rights that the new member grants.
    ///
    /// @param furtherGroups further API groups whose resources the federation may propagate
    /// @param impersonates whether the federation may impersonate users, who then need rights of their own there
    public record OptionalRights(List<String> furtherGroups, boolean impersonates) {
        public static final OptionalRights NONE = new OptionalRights(List.of(), false);

        public OptionalRights {
            furtherGroups = List.copyOf(furtherGroups);
        }
    }

    /// @param patience how long to wait until new accounts and roles are effective
    /// @param say receives warnings for the user
    public Joining(
            ClusterApi federation, Newcomer newcomer, Duration patience, InstantSource clock, Consumer<String> say) {
        this.federation = federation;
        this.newcomer = newcomer;
        this.patience = patience;
        this.clock = clock;
        this.say = say;
    }

    /// Joins the cluster. It need not be ready when this returns.
    ///
    /// @throws IOException with the reason why it cannot join
    public void join(String name, OptionalRights rights) throws IOException, InterruptedException {
        String problem = ClusterEndpoint.problem(newcomer.endpoint());
        if (!problem.isEmpty()) {
            throw new IOException("the address \"" + newcomer.endpoint() + "\" of the cluster " + problem);
        }
        for (String group : rights.furtherGroups()) {
            if (!group.matches("[a-z0-9]([-.a-z0-9]*[a-z0-9])?")) {
                throw new IOException("\"" + group + "\" is not the name of an API group");
            }
        }
        String id = check(name);
        Grants grants = Grants.of(name, uid(federation), rights.furtherGroups(), rights.impersonates());
        boolean done = false;
        try {
            Key secret = new Key(Names.SYSTEM_NAMESPACE, name + "-credentials");
            grant(grants);
            String token = token(grants);
            await(token);
            undo.createUnlessThere(federation, "in the federation", Grants.NAMESPACE, Grants.namespaceObject());
            UndoLog.delete(federation, Grants.SECRET, secret);
            undo.create(federation, "in the federation", Grants.SECRET, credentials(secret, token));
            undo.create(federation, "in the federation", Cluster.KIND, member(name, secret, id, rights.impersonates()));
            done = true;
        } finally {
            if (!done) {
                undo.takeBack(say);
            }
        }
    }

    /// @return the cluster's id
    private String check(String name) throws IOException {
        String problem = ClusterName.problem(name);
        if (!problem.isEmpty()) {
            throw new IOException(problem);
        }
        newcomer.api().checkReady();
        String id = uid(newcomer.api());
        if (id.equals(uid(federation))) {
            throw new IOException("that cluster is the federation itself");
        }
        for (Cluster known : members()) {
            if (known.name().equals(name)) {
                throw new IOException("there is a cluster " + name + " in the federation already");
            }
            if (known.spec().path("id").asString("").equals(id)
                    || known.endpoint().equals(newcomer.endpoint())) {
                throw new IOException("that cluster is a member already, as " + known.name());
            }
        }
        return id;
    }

    private List<Cluster> members() throws IOException {
        try {
            return federation.list(Cluster.KIND).objects();
        } catch (ApiException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                throw new IOException("the API server does not serve Clusters: no federation has run on it yet", e);
            }
            throw e;
        }
    }

    private static String uid(ClusterApi api) throws IOException {
        return api.get(Grants.NAMESPACE, IDENTIFYING)
                .orElseThrow(() -> new IOException("it has no namespace " + IDENTIFYING))
                .uid();
    }

    private void grant(Grants grants) {
        ClusterApi member = newcomer.api();
        undo.createUnlessThere(member, "in the cluster", Grants.NAMESPACE, Grants.namespaceObject());
        // The name is unique to this federation: objects with it are left from an earlier attempt.
        UndoLog.delete(member, Grants.ROLE_BINDING, Key.global(grants.name()));
        UndoLog.delete(member, Grants.SECRET, grants.account());
        UndoLog.delete(member, Grants.ACCOUNT, grants.account());
        UndoLog.delete(member, Grants.ROLE, Key.global(grants.name()));
        String role = undo.create(member, "in the cluster", Grants.ROLE, grants.roleObject())
                .view()
                .path("metadata")
                .path("uid")
                .asString("");
        undo.create(member, "in the cluster", Grants.ACCOUNT, grants.accountObject(role));
        undo.create(member, "in the cluster", Grants.ROLE_BINDING, grants.roleBindingObject(role));
    }

    /// A token that is valid for years, if possible. Servers that shorten lifetimes have a controller that puts a
    /// permanent token into a Secret.
    private String token(Grants grants) throws InterruptedException {
        Token asked = newcomer.tokens().issue(grants.account(), LIFETIME);
        if (!asked.expires().isBefore(clock.instant().plus(LIFETIME.dividedBy(2)))) {
            return asked.text();
        }
        undo.create(newcomer.api(), "in the cluster", Grants.SECRET, grants.tokenSecretObject());
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            String lasting = newcomer.api()
                    .get(Grants.SECRET, grants.account())
                    .map(secret -> secret.tree().path("data").path("token").asString(""))
                    .orElse("");
            if (!lasting.isEmpty()) {
                return new String(Base64.getDecoder().decode(lasting), StandardCharsets.UTF_8);
            }
            if (System.nanoTime() - end >= 0) {
                undo.takeBackLast();
                say.accept("the cluster's token is good until " + asked.expires() + " only: join it anew before");
                return asked.text();
            }
            Thread.sleep(PAUSE);
        }
    }

    /// Waits, as servers need a moment to see new accounts and roles.
    private void await(String token) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                newcomer.tokenCheck().check(token);
                return;
            } catch (ApiException e) {
                if (System.nanoTime() - end >= 0) {
                    throw new IOException("the cluster does not let the federation in: " + e.getMessage(), e);
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    private ObjectNode credentials(Key key, String token) {
        ObjectNode secret = Grants.object(Grants.SECRET, key);
        Json.child(Json.child(secret, "metadata"), "annotations").put(Names.CREDENTIAL_SCOPE, scope());
        secret.putObject("data")
                .put("caBundle", base64(newcomer.authorityPem()))
                .put("token", base64(token));
        return secret;
    }

    private String scope() {
        return newcomer.insecure() ? newcomer.endpoint() + " insecure" : newcomer.endpoint();
    }

    private ObjectNode member(String name, Key secret, String id, boolean impersonates) {
        ObjectNode member = Grants.object(Cluster.KIND, Key.global(name));
        ObjectNode spec = Json.child(member, "spec")
                .put("syncMode", "Push")
                .put("id", id)
                .put("apiEndpoint", newcomer.endpoint());
        if (newcomer.insecure()) {
            spec.put("insecureSkipTLSVerification", true);
        }
        spec.putObject("secretRef").put("namespace", secret.namespace()).put("name", secret.name());
        if (impersonates) {
            spec.putObject("impersonatorSecretRef")
                    .put("namespace", secret.namespace())
                    .put("name", secret.name());
        }
        return member;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
