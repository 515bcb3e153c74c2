package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JoiningTest {
    private static final Key SECRET = new Key("archipelago-system", "c4-credentials");

    private final Worlds worlds = new Worlds();

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    private String token() {
        return decoded(worlds.federation
                .tree(Grants.SECRET, SECRET)
                .path("data")
                .path("token")
                .asString(""));
    }

    @Test
    void makesAnAccountThereAndAClusterHere() throws Exception {
        worlds.join();
        assertThat(worlds.everything().keySet())
                .containsExactly(
                        "federation Cluster /c4",
                        "federation Namespace /archipelago-system",
                        "federation Namespace /kube-system",
                        "federation Secret archipelago-system/c4-credentials",
                        "member ClusterRole /" + Worlds.GRANT,
                        "member ClusterRoleBinding /" + Worlds.GRANT,
                        "member Namespace /archipelago-system",
                        "member Namespace /kube-system",
                        "member ServiceAccount archipelago-system/" + Worlds.GRANT);
        JsonNode spec = worlds.federation.tree(Cluster.KIND, Key.global("c4")).path("spec");
        assertThat(spec.path("apiEndpoint").asString("")).isEqualTo(Worlds.ENDPOINT);
        assertThat(spec.path("id").asString("")).isEqualTo("cafecafe-0000");
        assertThat(spec.path("secretRef").path("name").asString("")).isEqualTo("c4-credentials");
        assertThat(spec.has("insecureSkipTLSVerification")).isFalse();
        JsonNode data = worlds.federation.tree(Grants.SECRET, SECRET).path("data");
        assertThat(decoded(data.path("caBundle").asString(""))).isEqualTo("authority");
        assertThat(token()).isEqualTo("token of archipelago-system/" + Worlds.GRANT);
        assertThat(worlds.messages).isEmpty();
    }

    @Test
    void takesAllBackWhicheverStepFails() throws Exception {
        worlds.join();
        // The first write is the test's own.
        int there = Worlds.writes(worlds.member).size() - 1;
        int here = Worlds.writes(worlds.federation).size() - 1;
        assertThat(there).isEqualTo(4);
        assertThat(here).isEqualTo(3);
        for (int step = 1; step <= there; step++) {
            Worlds fresh = new Worlds();
            assertTakesBack(fresh, fresh.member, step);
        }
        for (int step = 1; step <= here; step++) {
            Worlds fresh = new Worlds();
            assertTakesBack(fresh, fresh.federation, step);
        }
    }

    private static void assertTakesBack(Worlds fresh, FakeClusterApi failing, int step) {
        Map<String, String> before = fresh.everything();
        AtomicInteger writes = new AtomicInteger();
        failing.fail(call -> {
            if (call.startsWith("create ") && writes.incrementAndGet() == step) {
                throw new ApiException(Reason.FORBIDDEN, "not you");
            }
        });
        assertThatThrownBy(fresh::join).hasMessageContaining("not you");
        assertThat(fresh.everything()).as("step " + step).isEqualTo(before);
    }

    @Test
    void saysWhatItTakesBackLastFirst() {
        worlds.tokenCheck = token -> {
            throw new ApiException(Reason.UNAUTHORIZED, "who are you?");
        };
        assertThatThrownBy(worlds::join)
                .isInstanceOf(IOException.class)
                .hasMessage("the cluster does not let the federation in: who are you?");
        assertThat(worlds.messages)
                .containsExactly(
                        "took back clusterrolebinding " + Worlds.GRANT + " in the cluster",
                        "took back serviceaccount archipelago-system/" + Worlds.GRANT + " in the cluster",
                        "took back clusterrole " + Worlds.GRANT + " in the cluster",
                        "took back namespace archipelago-system in the cluster");
    }

    @Test
    void goesOnTakingBackAndSaysWhatIsLeft() {
        worlds.member.fail(call -> {
            if (call.startsWith("create ClusterRoleBinding")) {
                worlds.member.fail(later -> {
                    if (later.startsWith("delete ServiceAccount")) {
                        throw new ApiException(Reason.SERVICE_UNAVAILABLE, "away");
                    }
                });
                throw new ApiException(Reason.FORBIDDEN, "not you");
            }
        });
        assertThatThrownBy(worlds::join).hasMessageContaining("not you");
        assertThat(worlds.messages)
                .containsExactly(
                        "could not take back serviceaccount archipelago-system/" + Worlds.GRANT
                                + " in the cluster: away",
                        "took back clusterrole " + Worlds.GRANT + " in the cluster",
                        "took back namespace archipelago-system in the cluster");
    }

    @Test
    void alsoTakesBackWhatMayHaveBeenMadeWithoutAnAnswer() {
        worlds.member.fail(call -> {
            if (call.startsWith("create ClusterRoleBinding")) {
                throw new ApiException(Reason.TIMEOUT, "no answer");
            }
        });
        assertThatThrownBy(worlds::join).hasMessageContaining("no answer");
        assertThat(worlds.messages)
                .first()
                .isEqualTo("took back clusterrolebinding " + Worlds.GRANT + " in the cluster");
    }

    @Test
    void leavesANamespaceThatWasThere() {
        worlds.member.create(Grants.NAMESPACE, Grants.namespaceObject());
        worlds.federation.create(Grants.NAMESPACE, Grants.namespaceObject());
        Map<String, String> before = worlds.everything();
        worlds.federation.fail(call -> {
            if (call.startsWith("create Cluster ")) {
                throw new ApiException(Reason.FORBIDDEN, "not you");
            }
        });
        assertThatThrownBy(worlds::join).hasMessageContaining("not you");
        assertThat(worlds.everything()).isEqualTo(before);
    }

    @Test
    void replacesWhatAnEarlierMembershipLeft() throws Exception {
        Grants old = new Grants(Worlds.GRANT, List.of("old.example.org"), false);
        worlds.member.create(Grants.ROLE, old.roleObject());
        worlds.member.create(Grants.ACCOUNT, old.accountObject("old"));
        worlds.member.create(Grants.ROLE_BINDING, old.roleBindingObject("old"));
        worlds.federation.create(Grants.SECRET, Grants.object(Grants.SECRET, SECRET));
        worlds.join();
        assertThat(worlds.everything().toString()).doesNotContain("old");
        assertThat(token()).isNotEmpty();
    }

    @Test
    void refusesNamesAndClustersThatWillNotDo() {
        for (String name : List.of("", "-c4", "C4", "c.4", "c4-", "c".repeat(41))) {
            assertThatThrownBy(() -> worlds.joining().join(name, new Joining.OptionalRights(List.of(), false)))
                    .as(name)
                    .hasMessageContaining("is not a name of at most 40");
        }
        worlds.known("c1", "", Worlds.ENDPOINT);
        assertThatThrownBy(worlds::join).hasMessage("that cluster is a member already, as c1");
        Worlds second = new Worlds();
        second.known("c2", "cafecafe-0000", "https://other.example");
        assertThatThrownBy(second::join).hasMessage("that cluster is a member already, as c2");
        Worlds third = new Worlds();
        third.known("c4", "", "");
        assertThatThrownBy(third::join).hasMessage("there is a cluster c4 in the federation already");
        assertThat(Worlds.writes(worlds.member)).hasSize(1);
    }

    @Test
    void refusesToBeGrantedEverything() {
        assertThatThrownBy(() ->
                        worlds.joining().join("c4", new Joining.OptionalRights(List.of("example.org", "*"), false)))
                .hasMessage("\"*\" is not the name of an API group");
        assertThat(Worlds.writes(worlds.member)).hasSize(1);
    }

    @Test
    void refusesTheFederationItself() {
        Joining.Newcomer self = new Joining.Newcomer(
                worlds.federation,
                Worlds.ENDPOINT,
                "",
                false,
                (account, lifetime) -> new Joining.Token("", Worlds.NOW),
                token -> {});
        Joining joining = new Joining(worlds.federation, self, Duration.ZERO, () -> Worlds.NOW, worlds.messages::add);
        assertThatThrownBy(() -> joining.join("c4", Joining.OptionalRights.NONE))
                .hasMessage("that cluster is the federation itself");
    }

    @Test
    void prefersALastingTokenToOneThatWasCutShort() throws Exception {
        worlds.tokenExpires = Worlds.NOW.plus(Duration.ofDays(1));
        worlds.member.fail(call -> {
            if (call.startsWith("get Secret")) {
                worlds.member.fail(later -> {});
                ObjectNode secret = worlds.member.tree(Grants.SECRET, new Key("archipelago-system", Worlds.GRANT));
                assertThat(secret.path("type").asString("")).isEqualTo("kubernetes.io/service-account-token");
                secret.putObject("data")
                        .put("token", Base64.getEncoder().encodeToString("lasting".getBytes(StandardCharsets.UTF_8)));
                worlds.member.update(Grants.SECRET, secret, "");
            }
        });
        worlds.join();
        assertThat(token()).isEqualTo("lasting");
        assertThat(worlds.messages).isEmpty();
    }

    @Test
    void warnsOfATokenThatWillExpire() throws Exception {
        worlds.tokenExpires = Worlds.NOW.plus(Duration.ofDays(1));
        worlds.join();
        assertThat(token()).startsWith("token of");
        assertThat(worlds.messages)
                .containsExactly("the cluster's token is good until 2026-03-02T12:00:00Z only: join it anew before");
        assertThat(worlds.everything()).doesNotContainKey("member Secret archipelago-system/" + Worlds.GRANT);
    }
}
