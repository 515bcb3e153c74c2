package dev.archipelago.apiserver.authn;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.objects.Json;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Issues service-account tokens and tells whether one is still good.
///
/// Good means: signed by one of our keys, for us, in its time, and everything it is bound to is still the same
/// object. Every request carries a token, so what was found good is believed for a few seconds, as Kubernetes does.
/// Tokens that Secrets carry are good for as long as they are there, and asked about each time.
public final class ServiceAccountTokens {
    private static final Duration LEEWAY = Duration.ofMinutes(1);
    private static final Duration CACHE_LIFE = Duration.ofSeconds(10);
    private static final int CACHE_ENTRIES_MAX = 20_000;

    private final Settings settings;
    private final Map<String, PublicKey> accepted = new LinkedHashMap<>();
    private final String keyId;
    private final BoundObjects objects;
    private final ExpiringCache<TokenHash, Authentication> cache;

    /// What the tokens of a server depend on.
    ///
    /// @param audiences whom tokens are for when nobody says otherwise: this server
    /// @param signing signs new tokens
    /// @param alsoAccepted keys that signed before, or that other servers sign with
    /// @param ids gives each token a name that no other has
    public record Settings(
            String issuer,
            List<String> audiences,
            KeyPair signing,
            List<PublicKey> alsoAccepted,
            InstantSource clock,
            Supplier<String> ids) {
        public Settings {
            audiences = List.copyOf(audiences);
            alsoAccepted = List.copyOf(alsoAccepted);
        }

        @Override
        public String toString() {
            return "Settings[" + issuer + "]";
        }
    }

    public ServiceAccountTokens(Settings settings, ObjectLookup lookup) {
        this.settings = settings;
        this.keyId = Jwt.keyId(settings.signing.getPublic());
        accepted.put(keyId, settings.signing.getPublic());
        for (PublicKey key : settings.alsoAccepted) {
            accepted.put(Jwt.keyId(key), key);
        }
        this.objects = new BoundObjects(lookup);
        this.cache = new ExpiringCache<>(settings.clock, CACHE_LIFE, CACHE_ENTRIES_MAX);
    }

    public List<String> audiences() {
        return settings.audiences;
    }

    public InstantSource clock() {
        return settings.clock;
    }

    public IssuedToken issue(TokenSpec spec) {
        Instant now = settings.clock.instant();
        long seconds = now.getEpochSecond();
        String id = settings.ids.get();
        ObjectNode claims = Json.object();
        claims.set("aud", Json.array(spec.audiences()));
        claims.put("exp", seconds + spec.expirationSeconds());
        claims.put("iat", seconds);
        claims.put("iss", settings.issuer);
        claims.put("jti", id);
        ObjectNode kubernetes = claims.putObject("kubernetes.io");
        kubernetes.put("namespace", spec.account().namespace());
        put(kubernetes, "node", spec.node());
        put(kubernetes, "pod", spec.pod());
        put(kubernetes, "secret", spec.secret());
        put(kubernetes, "serviceaccount", new TokenSpec.Reference(spec.account().name(), spec.uid()));
        claims.put("nbf", seconds);
        claims.put("sub", spec.account().user());
        String token = Jwt.sign(claims, keyId, settings.signing.getPrivate());
        return new IssuedToken(token, now.plusSeconds(spec.expirationSeconds()), credentialId(id));
    }

    /// Signs the token of a Secret. It is worth nothing until a Secret of that name carries it.
    public String issue(SecretToken token) {
        return Jwt.sign(token.claims(), keyId, settings.signing.getPrivate());
    }

    /// The user of a token meant for this server, from memory where possible; null when it is not a token of ours.
    @Nullable
    Authentication authenticate(TokenHash hash, String token) {
        Authentication known = cache.find(hash);
        if (known != null) {
            return known;
        }
        Jwt jwt = ours(token);
        if (jwt == null) {
            return null;
        }
        Authentication result = check(token, jwt, settings.audiences);
        // The token of a Secret ends when the Secret does, and not some time later.
        if (result instanceof Authentication.Accepted && !SecretToken.is(jwt.claims())) {
            cache.put(hash, result, jwt.claims().path("exp").asLong(0) * 1000);
        }
        return result;
    }

    /// The user of a token meant for one of the given audiences, checked anew; null when it is not a token of ours.
    @Nullable
    Authentication verify(String token, List<String> audiences) {
        Jwt jwt = ours(token);
        return jwt == null ? null : check(token, jwt, audiences);
    }

    private @Nullable Jwt ours(String token) {
        Jwt jwt = Jwt.parse(token);
        if (jwt == null) {
            return null;
        }
        boolean ours = Json.text(jwt.claims(), "iss").equals(settings.issuer) || SecretToken.is(jwt.claims());
        return ours ? jwt : null;
    }

    private Authentication check(String token, Jwt jwt, List<String> audiences) {
        PublicKey key = accepted.get(jwt.keyId());
        if (key == null) {
            return new Authentication.Rejected("invalid signature, no keys found");
        }
        if (!jwt.isSignedBy(key)) {
            return new Authentication.Rejected("service account token signature is invalid");
        }
        JsonNode claims = jwt.claims();
        boolean ofSecret = SecretToken.is(claims);
        List<String> tokenAudiences = ofSecret ? settings.audiences : Json.strings(claims, "aud");
        List<String> common = new ArrayList<>(tokenAudiences);
        common.retainAll(audiences);
        if (common.isEmpty()) {
            return new Authentication.Rejected("token audiences " + quoted(tokenAudiences)
                    + " is invalid for the target audiences " + quoted(audiences));
        }
        return ofSecret ? checkSecret(token, claims, common) : check(claims, common);
    }

    private Authentication checkSecret(String token, JsonNode claims, List<String> audiences) {
        SecretToken said = SecretToken.read(claims);
        if (said == null) {
            return new Authentication.Rejected("service account token lacks claims");
        }
        String wrong = objects.missing(said, token);
        return wrong == null
                ? new Authentication.Accepted(user(said.account(), said.uid(), Map.of()), audiences)
                : new Authentication.Rejected(wrong);
    }

    private Authentication check(JsonNode claims, List<String> audiences) {
        Instant now = settings.clock.instant();
        String wrong = wrongTime(claims, now);
        if (wrong == null) {
            wrong = objects.missing(claims.path("kubernetes.io"), now.minus(LEEWAY));
        }
        return wrong == null
                ? new Authentication.Accepted(user(claims), audiences)
                : new Authentication.Rejected(wrong);
    }

    private static @Nullable String wrongTime(JsonNode claims, Instant now) {
        long early = now.minus(LEEWAY).getEpochSecond();
        long late = now.plus(LEEWAY).getEpochSecond();
        // A token without an end is none of ours.
        if (early > claims.path("exp").asLong(Long.MIN_VALUE)) {
            return "service account token has expired";
        }
        if (late < claims.path("nbf").asLong(0)) {
            return "service account token is not valid yet";
        }
        return late < claims.path("iat").asLong(0) ? "service account token is issued in the future" : null;
    }

    private static UserInfo user(JsonNode claims) {
        JsonNode kubernetes = claims.path("kubernetes.io");
        JsonNode reference = kubernetes.path("serviceaccount");
        ServiceAccountNames account =
                new ServiceAccountNames(Json.text(kubernetes, "namespace"), Json.text(reference, "name"));
        Map<String, List<String>> extra = new LinkedHashMap<>();
        put(extra, "credential-id", credentialId(Json.text(claims, "jti")));
        for (String kind : List.of("pod", "node")) {
            put(extra, kind + "-name", Json.text(kubernetes.path(kind), "name"));
            put(extra, kind + "-uid", Json.text(kubernetes.path(kind), "uid"));
        }
        return user(account, Json.text(reference, "uid"), extra);
    }

    private static UserInfo user(ServiceAccountNames account, String uid, Map<String, List<String>> extra) {
        return new UserInfo(account.user(), uid, account.groups(), extra).authenticated();
    }

    private static void put(Map<String, List<String>> extra, String key, String value) {
        if (!value.isEmpty()) {
            extra.put("authentication.kubernetes.io/" + key, List.of(value));
        }
    }

    private static void put(ObjectNode claims, String kind, TokenSpec.@Nullable Reference reference) {
        if (reference == null) {
            return;
        }
        ObjectNode claim = claims.putObject(kind).put("name", reference.name());
        if (!reference.uid().isEmpty()) {
            claim.put("uid", reference.uid());
        }
    }

    private static String credentialId(String id) {
        return id.isEmpty() ? "" : "JTI=" + id;
    }

    private static String quoted(List<String> values) {
        return values.isEmpty() ? "[]" : "[\"" + String.join("\" \"", values) + "\"]";
    }
}
