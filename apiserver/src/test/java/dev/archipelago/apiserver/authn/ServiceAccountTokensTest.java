package dev.archipelago.apiserver.authn;

import static dev.archipelago.apiserver.authn.FakeObjects.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.ServiceAccountNames;
import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ServiceAccountTokensTest {
    private static final KeyPair KEYS = generate();
    private static final String ISSUER = "https://kubernetes.default.svc";

    private final FakeObjects objects = new FakeObjects();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final InstantSource clock = () -> now;
    private final ServiceAccountTokens tokens = tokens(KEYS, ISSUER);
    private final TokenRequests requests = new TokenRequests(tokens, objects);
    private final Authenticator authenticator = new Authenticator(clock, StaticTokens.none(), tokens);

    @BeforeEach
    void account() {
        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "builder", "uid-1");
        objects.put(ObjectLookup.Kind.POD, "default", "web-0", "uid-pod")
                .putObject("spec")
                .put("serviceAccountName", "builder")
                .put("nodeName", "n1");
        objects.put(ObjectLookup.Kind.NODE, "", "n1", "uid-node");
        objects.put(ObjectLookup.Kind.SECRET, "default", "s", "uid-secret");
    }

    @Test
    void saysWhoTheAccountIs() {
        assertThat(accepted(token("{'spec':{}}")))
                .isEqualTo(new UserInfo(
                        "system:serviceaccount:default:builder",
                        "uid-1",
                        List.of("system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"),
                        Map.of("authentication.kubernetes.io/credential-id", List.of("JTI=id-1"))));
    }

    @Test
    void saysWhichPodCarriesTheToken() {
        assertThat(accepted(token("{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'web-0'}}}"))
                        .extra())
                .isEqualTo(Map.of(
                        "authentication.kubernetes.io/credential-id", List.of("JTI=id-1"),
                        "authentication.kubernetes.io/pod-name", List.of("web-0"),
                        "authentication.kubernetes.io/pod-uid", List.of("uid-pod"),
                        "authentication.kubernetes.io/node-name", List.of("n1"),
                        "authentication.kubernetes.io/node-uid", List.of("uid-node")));
    }

    @Test
    void writesATokenThatOthersCanReadAndCheck() throws Exception {
        String token = token(
                "{'spec':{'audiences':['vault'],'expirationSeconds':600,'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'web-0'}}}");

        String[] parts = token.split("\\.");
        Base64.Decoder decoder = Base64.getUrlDecoder();
        JsonNode header = JsonMapper.shared().readTree(decoder.decode(parts[0]));
        assertThat(header)
                .isEqualTo(json("{'alg':'ES256','kid':'%s'}"
                        .formatted(header.path("kid").asString())));
        assertThat(JsonMapper.shared().readTree(decoder.decode(parts[1])).toString())
                .isEqualTo(json("{'aud':['vault'],'exp':1772367000,'iat':1772366400,"
                                + "'iss':'https://kubernetes.default.svc','jti':'id-1','kubernetes.io':{'namespace':'default',"
                                + "'node':{'name':'n1','uid':'uid-node'},'pod':{'name':'web-0','uid':'uid-pod'},"
                                + "'serviceaccount':{'name':'builder','uid':'uid-1'}},'nbf':1772366400,"
                                + "'sub':'system:serviceaccount:default:builder'}")
                        .toString());
        Signature check = Signature.getInstance("SHA256withECDSAinP1363Format");
        check.initVerify(KEYS.getPublic());
        check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(decoder.decode(parts[2]))).isTrue();
    }

    @Test
    void publishesTheKeyThatChecksIt() {
        JsonNode key =
                OpenIdDiscovery.keys(List.of(KEYS.getPublic())).path("keys").get(0);
        String kid = JsonMapper.shared()
                .readTree(Base64.getUrlDecoder().decode(token("{'spec':{}}").split("\\.")[0]))
                .path("kid")
                .asString();

        assertThat(key.path("kid").asString()).isEqualTo(kid);
        assertThat(Base64.getUrlDecoder().decode(key.path("x").asString())).hasSize(32);
        assertThat(Base64.getUrlDecoder().decode(key.path("y").asString())).hasSize(32);
        assertThat(OpenIdDiscovery.configuration(ISSUER, ISSUER + "/openid/v1/jwks"))
                .isEqualTo(json("{'issuer':'https://kubernetes.default.svc',"
                        + "'jwks_uri':'https://kubernetes.default.svc/openid/v1/jwks',"
                        + "'response_types_supported':['id_token'],'subject_types_supported':['public'],"
                        + "'id_token_signing_alg_values_supported':['ES256']}"));
    }

    @Test
    void rejectsEveryTamperedToken() {
        String token = token("{'spec':{}}");
        String[] parts = token.split("\\.");
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        String admin =
                encoder.encodeToString(claims.replace("builder", "admin11").getBytes(StandardCharsets.UTF_8));
        String none = encoder.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
        String kid = JsonMapper.shared()
                .readTree(Base64.getUrlDecoder().decode(parts[0]))
                .path("kid")
                .asString();
        String noneWithKey = encoder.encodeToString(
                "{\"alg\":\"none\",\"kid\":\"%s\"}".formatted(kid).getBytes(StandardCharsets.UTF_8));
        char first = parts[2].charAt(0) == 'A' ? 'B' : 'A';
        for (String forged : List.of(
                parts[0] + "." + admin + "." + parts[2],
                parts[0] + "." + parts[1] + "." + first + parts[2].substring(1),
                parts[0] + "." + parts[1] + ".",
                none + "." + parts[1] + ".",
                noneWithKey + "." + parts[1] + ".",
                parts[0] + "." + parts[1],
                "..",
                token + ".x",
                "not-a-token")) {
            assertThat(authenticator.authenticate(null, "Bearer " + forged))
                    .as(forged)
                    .isInstanceOf(Authentication.Rejected.class);
        }
        assertThat(authenticator.authenticate(null, "Bearer " + token)).isInstanceOf(Authentication.Accepted.class);
    }

    @Test
    void rejectsHeadersItDoesNotKnowEvenWhenWellSigned() throws Exception {
        String[] parts = token("{'spec':{}}").split("\\.");
        JsonNode header = JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[0]));
        for (ObjectNode strange : List.of(
                header.deepCopy().asObject().put("alg", "ES384"),
                header.deepCopy()
                        .asObject()
                        .set("crit", Json.array(List.of("exp")))
                        .asObject())) {
            Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
            String signed = encoder.encodeToString(JsonMapper.shared().writeValueAsBytes(strange)) + "." + parts[1];
            Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
            signer.initSign(KEYS.getPrivate());
            signer.update(signed.getBytes(StandardCharsets.US_ASCII));

            assertThat(rejected(signed + "." + encoder.encodeToString(signer.sign())))
                    .contains("signature is invalid");
        }
    }

    @Test
    void rejectsATokenOfAnotherKeyOrIssuer() {
        TokenSpec spec =
                TokenSpec.unbound(new ServiceAccountNames("default", "builder"), "uid-1", List.of(ISSUER), 600);

        assertThat(rejected(tokens(generate(), ISSUER).issue(spec).token()))
                .isEqualTo("[invalid bearer token, invalid signature, no keys found]");
        assertThat(rejected(tokens(KEYS, "https://other").issue(spec).token())).isEqualTo("invalid bearer token");
    }

    @Test
    void rejectsATokenForAnotherAudience() {
        assertThat(rejected(token("{'spec':{'audiences':['vault']}}")))
                .isEqualTo("[invalid bearer token, token audiences [\"vault\"] is invalid for the target audiences"
                        + " [\"https://kubernetes.default.svc\"]]");
    }

    @Test
    void rejectsATokenOutOfItsTime() {
        String token = token("{'spec':{'expirationSeconds':600}}");
        Instant issued = now;

        now = issued.minusSeconds(61);
        assertThat(rejected(token)).contains("service account token is not valid yet");
        now = issued.plusSeconds(655);
        accepted(token);
        now = issued.plusSeconds(661);
        assertThat(rejected(token)).contains("service account token has expired");
    }

    @Test
    void forgetsATokenWhenWhatItIsBoundToIsGone() {
        for (String kind : List.of("Pod/web-0", "Secret/s", "Node/n1")) {
            account();
            String[] reference = kind.split("/");
            String token = token("{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'%s','name':'%s'}}}"
                    .formatted(reference[0], reference[1]));
            accepted(token);
            ObjectLookup.Kind type = ObjectLookup.Kind.valueOf(reference[0].toUpperCase(java.util.Locale.ROOT));
            String namespace = reference[0].equals("Node") ? "" : "default";

            now = now.plusSeconds(11);
            ObjectNode original = objects.find(type, namespace, reference[1])
                    .orElseThrow()
                    .deepCopy()
                    .asObject();
            objects.put(type, namespace, reference[1], "another");
            assertThat(rejected(token)).as(kind).contains("UID (another) does not match");
            ((ObjectNode) original.path("metadata"))
                    .put("deletionTimestamp", now.minusSeconds(61).toString());
            objects.put(type, namespace, reference[1], original);
            assertThat(rejected(token)).as(kind).contains("service account token has been invalidated");
            objects.remove(type, namespace, reference[1]);
            assertThat(rejected(token)).as(kind).contains("service account token has been invalidated");
        }
    }

    @Test
    void forgetsATokenWhenItsAccountIsGoneReplacedOrDeleted() {
        String token = token("{'spec':{}}");

        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "builder", "uid-2");
        assertThat(rejected(token)).contains("service account UID (uid-2) does not match claim (uid-1)");
        ((ObjectNode) objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "builder", "uid-1")
                        .path("metadata"))
                .put("deletionTimestamp", now.minusSeconds(61).toString());
        assertThat(rejected(token)).contains("service account default/builder has been deleted");
        objects.remove(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "builder");
        assertThat(rejected(token)).contains("serviceaccounts \"builder\" not found");
    }

    @Test
    void believesAGoodTokenForTenSeconds() {
        String token = token("{'spec':{}}");
        accepted(token);
        int lookups = objects.lookups;
        objects.remove(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "builder");

        now = now.plusMillis(9_999);
        accepted(token);
        assertThat(objects.lookups).isEqualTo(lookups);

        now = now.plusMillis(1);
        rejected(token);
    }

    @Test
    void answersATokenRequest() {
        ObjectNode answer = requests.create("default", "builder", json("{'kind':'TokenRequest','spec':{}}"));

        ((ObjectNode) answer.path("status")).put("token", "T");
        assertThat(answer.toString())
                .isEqualTo(json("{'kind':'TokenRequest','spec':{'audiences':['https://kubernetes.default.svc'],"
                                + "'expirationSeconds':3600},'metadata':{'name':'builder','namespace':'default','uid':'uid-1',"
                                + "'creationTimestamp':'2026-03-01T12:00:00Z'},"
                                + "'status':{'token':'T','expirationTimestamp':'2026-03-01T13:00:00Z'}}")
                        .toString());
    }

    @Test
    void refusesTokenRequestsAsKubernetesDoes() {
        Map<String, String> cases = Map.of(
                "{'spec':{'expirationSeconds':599}}",
                "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: 599: may"
                        + " not specify a duration less than 10 minutes",
                "{'spec':{'expirationSeconds':4294967297}}",
                "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: 4294967297:"
                        + " may not specify a duration larger than 2^32 seconds",
                "{'metadata':{'name':'x'},'spec':{}}",
                "TokenRequest.authentication.k8s.io \"builder\" is invalid: metadata.name: Invalid value: \"x\": must"
                        + " match the service account name if specified",
                "{'metadata':{'uid':'x'},'spec':{}}",
                "Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \"builder\": the UID in the token"
                        + " request (x) does not match the UID of the service account (uid-1)",
                "{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'ConfigMap','name':'x'}}}",
                "cannot bind token to object of type /v1, Kind=ConfigMap",
                "{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Secret','name':'x'}}}",
                "secrets \"x\" not found",
                "{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Secret','name':'s','uid':'old'}}}",
                "Operation cannot be fulfilled on Secret \"s\": the UID in the bound object reference (old) does not"
                        + " match the UID in record. The object might have been deleted and then recreated");
        cases.forEach((request, message) -> assertThatThrownBy(() -> token(request))
                .as(request)
                .isInstanceOf(ApiException.class)
                .hasMessage(message));
        objects.put(ObjectLookup.Kind.SERVICE_ACCOUNT, "default", "other", "uid-3");
        assertThatThrownBy(() -> requests.create(
                        "default",
                        "other",
                        json("{'spec':{'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'web-0'}}}")))
                .hasMessage("cannot bind token for serviceaccount \"other\" to pod running with different"
                        + " serviceaccount name.");
    }

    @Test
    void reviewsTokens() {
        String token = token("{'spec':{'audiences':['vault']}}");

        ObjectNode review = json("{'spec':{'token':'%s','audiences':['vault','x']}}".formatted(token));
        assertThat(IdentityReviews.tokenReview(review, authenticator).path("status"))
                .isEqualTo(json("{'authenticated':true,'user':{'username':'system:serviceaccount:default:builder',"
                        + "'uid':'uid-1','groups':['system:serviceaccounts','system:serviceaccounts:default',"
                        + "'system:authenticated'],'extra':{'authentication.kubernetes.io/credential-id':['JTI=id-1']}},"
                        + "'audiences':['vault']}"));
        assertThat(IdentityReviews.tokenReview(json("{'spec':{'token':'x'}}"), authenticator)
                        .path("status"))
                .isEqualTo(json("{'user':{},'error':'invalid bearer token'}"));
        assertThatThrownBy(() -> IdentityReviews.tokenReview(json("{'spec':{}}"), authenticator))
                .hasMessage("token is required for TokenReview in authentication");
    }

    @Test
    void neverPrintsATokenOrAKey() {
        IssuedToken issued = tokens.issue(
                TokenSpec.unbound(new ServiceAccountNames("default", "builder"), "uid-1", List.of(ISSUER), 600));

        assertThat(issued.toString()).isEqualTo("IssuedToken[JTI=id-1]");
        assertThat(String.valueOf(Jwt.parse(issued.token()))).isEqualTo("Jwt");
        assertThat(settings(KEYS, ISSUER).toString()).isEqualTo("Settings[" + ISSUER + "]");
        assertThat(rejected(issued.token() + "x")).doesNotContain(issued.token());
    }

    private String token(String request) {
        return requests.create("default", "builder", json(request))
                .path("status")
                .path("token")
                .asString();
    }

    private UserInfo accepted(String token) {
        Authentication result = authenticator.authenticate(null, "Bearer " + token);
        assertThat(result).isInstanceOf(Authentication.Accepted.class);
        return ((Authentication.Accepted) result).user();
    }

    private String rejected(String token) {
        Authentication result = authenticator.authenticate(null, "Bearer " + token);
        assertThat(result).isInstanceOf(Authentication.Rejected.class);
        return ((Authentication.Rejected) result).why();
    }

    private ServiceAccountTokens.Settings settings(KeyPair keys, String issuer) {
        return new ServiceAccountTokens.Settings(issuer, List.of(ISSUER), keys, List.of(), clock, () -> "id-1");
    }

    private ServiceAccountTokens tokens(KeyPair keys, String issuer) {
        return new ServiceAccountTokens(settings(keys, issuer), objects);
    }

    private static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new java.security.spec.ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
