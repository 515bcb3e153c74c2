package dev.archipelago.cluster.serviceaccounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TokenSecretsTest {
    private static final Key SECRET = new Key("shop", "s");
    private static final Key ACCOUNT = new Key("shop", "builder");

    private final TestingWorld world = new TestingWorld();
    private final List<Key> asked = new ArrayList<>();
    private TokenSecretReconciler reconciler;

    @BeforeEach
    void start() {
        reconciler = new TokenSecretReconciler(
                world.caches(), "PEM", token -> token.account().user() + " " + token.uid() + " " + token.secret());
        reconciler.connect(asked::add);
    }

    private void account() {
        world.put(ServiceAccount.KIND, "{metadata: {name: builder, namespace: shop, uid: uid-1}}");
    }

    private void secret(String more) {
        world.put(TokenSecrets.KIND, """
                metadata: {name: s, namespace: shop, annotations: {kubernetes.io/service-account.name: builder%s}}
                type: kubernetes.io/service-account-token
                """.formatted(more));
    }

    private Plan plan() {
        return reconciler.plan(SECRET, Instant.EPOCH);
    }

    private void carryOut() {
        world.carryOut(plan());
    }

    private JsonNode secret() {
        return world.get(TokenSecrets.KIND, SECRET).map(AnyObject::view).orElseThrow();
    }

    private String data(String key) {
        return new String(
                Base64.getDecoder().decode(secret().path("data").path(key).asString()), StandardCharsets.UTF_8);
    }

    @Test
    void fillsASecretOnce() {
        account();
        secret("");
        carryOut();
        assertThat(data("token")).isEqualTo("system:serviceaccount:shop:builder uid-1 s");
        assertThat(data("ca.crt")).isEqualTo("PEM");
        assertThat(data("namespace")).isEqualTo("shop");
        assertThat(secret().path("metadata")
                        .path("annotations")
                        .path("kubernetes.io/service-account.uid")
                        .asString())
                .isEqualTo("uid-1");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void waitsForTheAccount() {
        secret("");
        assertThat(plan().steps()).isEmpty();
        asked.clear();
        account();
        assertThat(asked).containsExactly(SECRET);
        carryOut();
        assertThat(data("token")).contains("uid-1");
    }

    @Test
    void fillsWhatWasEmptiedAndLeavesTheRest() {
        account();
        secret("");
        carryOut();
        ObjectNode emptied = world.get(TokenSecrets.KIND, SECRET).orElseThrow().tree();
        emptied.putObject("data").put("mine", "bWluZQ==");
        world.put(TokenSecrets.KIND, emptied);
        carryOut();
        assertThat(data("token")).contains("uid-1");
        assertThat(data("mine")).isEqualTo("mine");

        ObjectNode stale = world.get(TokenSecrets.KIND, SECRET).orElseThrow().tree();
        stale.withObjectProperty("data").put("ca.crt", "b2xk").put("token", "b3RoZXI=");
        world.put(TokenSecrets.KIND, stale);
        carryOut();
        assertThat(data("ca.crt")).isEqualTo("PEM");
        // A user who writes a token has revoked the former one.
        assertThat(data("token")).isEqualTo("other");
    }

    @Test
    void goesWithTheAccountItWasFilledFor() {
        account();
        secret("");
        carryOut();
        asked.clear();
        world.remove(ServiceAccount.KIND, ACCOUNT);
        assertThat(asked).containsExactly(SECRET);
        Plan plan = plan();
        assertThat(plan.actions())
                .hasSize(2)
                .first()
                .isEqualTo(new Action.Confirm(ServiceAccount.KIND, ACCOUNT, "uid-1", Fact.GONE));
        world.carryOut(plan);
        assertThat(world.get(TokenSecrets.KIND, SECRET)).isEmpty();
    }

    @Test
    void isNotGivenToALaterAccountOfTheSameName() {
        account();
        secret(", kubernetes.io/service-account.uid: former");
        assertThat(plan().actions())
                .first()
                .isEqualTo(new Action.Confirm(ServiceAccount.KIND, ACCOUNT, "former", Fact.GONE));
    }

    @Test
    void leavesAccountsThatGo() {
        world.put(
                ServiceAccount.KIND,
                "{metadata: {name: builder, namespace: shop, deletionTimestamp: '2026-01-01T00:00:00Z'}}");
        secret("");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void leavesOtherSecrets() {
        account();
        world.put(
                TokenSecrets.KIND,
                "{metadata: {name: s, namespace: shop, annotations: {kubernetes.io/service-account.name: builder}}, type: Opaque}");
        assertThat(plan().steps()).isEmpty();
    }
}
