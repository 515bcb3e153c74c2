package dev.archipelago.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.SecretToken;
import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SecretTokenTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final KeyPair KEYS = generate();
    private static final String AUDIENCE = "https://kubernetes.default.svc";
    private static final ServiceAccountNames BUILDER = new ServiceAccountNames("shop", "builder");

    private final FakeObjects objects = new FakeObjects();
    private final ServiceAccountTokens tokens = new ServiceAccountTokens(
            new ServiceAccountTokens.Settings(AUDIENCE, List.of(AUDIENCE), KEYS, List.of(), () -> NOW, () -> "id"),
            objects);
    private final Authenticator authenticator = new Authenticator(() -> NOW, StaticTokens.none(), tokens);
    private final String token = tokens.issue(new SecretToken(BUILDER, "uid-1", "s"));

    @BeforeEach
    void fill() {
        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "shop", "builder", "uid-1");
        fill(token);
    }

    private void fill(String carried) {
        ObjectNode secret = objects.put(ObjectLookup.Kind.SECRET, "shop", "s", "uid-secret");
        secret.put("type", "kubernetes.io/service-account-token");
        secret.putObject("data")
                .put("token", Base64.getEncoder().encodeToString(carried.getBytes(StandardCharsets.US_ASCII)));
    }

    private Authentication authenticate() {
        return authenticator.authenticate(null, "Bearer " + token);
    }

    private String rejected() {
        assertThat(authenticate()).isInstanceOf(Authentication.Rejected.class);
        return ((Authentication.Rejected) authenticate()).why();
    }

    @Test
    void saysWhatKubernetesSays() {
        String claims = new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8);
        assertThat(JsonMapper.shared().readTree(claims)).isEqualTo(FakeObjects.json("""
                {'iss': 'kubernetes/serviceaccount',
                 'kubernetes.io/serviceaccount/namespace': 'shop',
                 'kubernetes.io/serviceaccount/secret.name': 's',
                 'kubernetes.io/serviceaccount/service-account.name': 'builder',
                 'kubernetes.io/serviceaccount/service-account.uid': 'uid-1',
                 'sub': 'system:serviceaccount:shop:builder'}
                """));
    }

    @Test
    void isGoodForThisServerWhileTheSecretCarriesIt() {
        UserInfo user = new UserInfo(
                "system:serviceaccount:shop:builder",
                "uid-1",
                List.of("system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated"),
                Map.of());
        assertThat(authenticate()).isEqualTo(new Authentication.Accepted(user, List.of(AUDIENCE)));
        assertThat(authenticator.review(token, List.of(AUDIENCE)))
                .isEqualTo(new Authentication.Accepted(user, List.of(AUDIENCE)));
        assertThat(authenticator.review(token, List.of("vault"))).isInstanceOf(Authentication.Rejected.class);
    }

    @Test
    void endsWithTheSecretAtOnce() {
        authenticate();
        objects.remove(ObjectLookup.Kind.SECRET, "shop", "s");
        assertThat(rejected()).contains("service account token has been invalidated");
    }

    @Test
    void endsWhenTheSecretIsMarkedAsDeleted() {
        delete(ObjectLookup.Kind.SECRET, "s");
        assertThat(rejected()).contains("service account token has been invalidated");
    }

    @Test
    void endsWhenTheSecretCarriesAnother() {
        authenticate();
        fill(tokens.issue(new SecretToken(BUILDER, "uid-1", "s")));
        assertThat(rejected()).contains("service account token is not the one of secret shop/s");
        fill("");
        assertThat(rejected()).contains("service account token is not the one of secret shop/s");
    }

    @Test
    void isNotGoodInASecretOfAnotherType() {
        objects.find(ObjectLookup.Kind.SECRET, "shop", "s")
                .map(ObjectNode.class::cast)
                .orElseThrow()
                .put("type", "Opaque");
        assertThat(rejected()).contains("service account token is not the one of secret shop/s");
    }

    @Test
    void endsWithTheAccount() {
        authenticate();
        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "shop", "builder", "uid-2");
        assertThat(rejected()).contains("service account UID (uid-2) does not match claim (uid-1)");
        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "shop", "builder", "uid-1");
        delete(ObjectLookup.Kind.SERVICE_ACCOUNT, "builder");
        assertThat(rejected()).contains("service account shop/builder has been deleted");
        objects.remove(ObjectLookup.Kind.SERVICE_ACCOUNT, "shop", "builder");
        assertThat(rejected()).contains("serviceaccounts \"builder\" not found");
    }

    private void delete(ObjectLookup.Kind kind, String name) {
        ((ObjectNode) objects.find(kind, "shop", name).orElseThrow().path("metadata"))
                .put("deletionTimestamp", NOW.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sub",
                "kubernetes.io/serviceaccount/namespace",
                "kubernetes.io/serviceaccount/secret.name",
                "kubernetes.io/serviceaccount/service-account.name",
                "kubernetes.io/serviceaccount/service-account.uid"
            })
    void isNothingWithoutAllOfItsClaims(String claim) {
        ObjectNode claims = new SecretToken(BUILDER, "uid-1", "s").claims();
        assertThat(SecretToken.read(claims)).isEqualTo(new SecretToken(BUILDER, "uid-1", "s"));
        claims.put(claim, "system:serviceaccount:shop:other");
        boolean contradicts = claim.equals("sub") || claim.endsWith("namespace") || claim.endsWith("account.name");
        assertThat(SecretToken.read(claims) == null).isEqualTo(contradicts);
        claims.remove(claim);
        assertThat(SecretToken.read(claims)).isNull();
    }

    @Test
    void isNotGoodWhenSignedBySomebodyElse() {
        String forged = Jwt.sign(
                new SecretToken(BUILDER, "uid-1", "s").claims(),
                Jwt.keyId(KEYS.getPublic()),
                generate().getPrivate());
        fill(forged);
        assertThat(authenticator.authenticate(null, "Bearer " + forged)).isInstanceOf(Authentication.Rejected.class);
    }

    private static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
