package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.TestingObjects;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class LeavingTest {
    private final Worlds worlds = new Worlds();
    private final Leaving leaving = new Leaving(worlds.federation, new MemberConnector(), worlds.messages::add);

    /// Connects to the one member, if the credentials are right.
    private final class MemberConnector implements Connector {
        @Override
        public String identity(Cluster cluster, Optional<JsonNode> secret) {
            return "member";
        }

        @Override
        public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
            if (secret == null || secret.path("data").path("token").asString("").isEmpty()) {
                throw new IOException("there are no credentials");
            }
            return new Connection(worlds.member, "member");
        }
    }

    @BeforeEach
    void join() throws Exception {
        worlds.join();
        worlds.member.create(Grants.SECRET, Grants.object(Grants.SECRET, new Key("default", "propagated")));
    }

    @Test
    void removesWhatJoiningMadeAndNothingElse() throws Exception {
        leaving.leave("c4", false, false);
        // The account and the binding are garbage collected with the role.
        assertThat(worlds.everything().keySet())
                .doesNotContain(
                        "federation Cluster /c4",
                        "federation Secret archipelago-system/c4-credentials",
                        "member ClusterRole /" + Worlds.GRANT)
                .contains("member Secret default/propagated");
        assertThat(worlds.member
                        .tree(Grants.ACCOUNT, new Key("archipelago-system", Worlds.GRANT))
                        .path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("name")
                        .asString(""))
                .isEqualTo(Worlds.GRANT);
        assertThat(worlds.messages).isEmpty();
    }

    @Test
    void doesNothingAboutAClusterThatCannotBeTold() {
        Map<String, String> before = worlds.everything();
        worlds.member.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "away");
        });
        assertThatThrownBy(() -> leaving.leave("c4", false, false))
                .isInstanceOf(IOException.class)
                .hasMessage("cluster c4 cannot be told to forget the federation: away (--force leaves it as it is)");
        assertThat(worlds.everything()).isEqualTo(before);
    }

    @Test
    void leavesWithoutTellingWhenForced() throws Exception {
        worlds.member.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "away");
        });
        leaving.leave("c4", true, false);
        assertThat(worlds.everything().keySet())
                .doesNotContain("federation Cluster /c4", "federation Secret archipelago-system/c4-credentials")
                .contains("member ClusterRole /" + Worlds.GRANT);
        assertThat(worlds.messages).singleElement().asString().contains("kubectl delete clusterrole " + Worlds.GRANT);
    }

    @Test
    void saysWhatIsLeftWhenTheClusterGoesAwayInBetween() {
        worlds.member.fail(call -> {
            if (call.startsWith("delete ")) {
                throw new ApiException(Reason.TIMEOUT, "no answer");
            }
        });
        assertThatThrownBy(() -> leaving.leave("c4", false, false))
                .hasMessage("cluster c4 has left, but not all is removed: no answer; there: kubectl delete clusterrole "
                        + Worlds.GRANT);
    }

    @Test
    void worksForAClusterThatGrantedNothingByItself() throws Exception {
        worlds.member.delete(Grants.ROLE, Key.global(Worlds.GRANT), dev.archipelago.api.cluster.DeleteOptions.NONE);
        leaving.leave("c4", false, false);
        assertThat(worlds.everything()).doesNotContainKey("federation Cluster /c4");
    }

    @Test
    void givesReplicasUpAlsoWhenNotAllIsRemoved() {
        bound("db", "{name: c1, replicas: 4}, {name: c4, replicas: 3}");
        worlds.member.fail(call -> {
            if (call.startsWith("delete ")) {
                throw new ApiException(Reason.TIMEOUT, "no answer");
            }
        });
        assertThatThrownBy(() -> leaving.leave("c4", false, true)).hasMessageContaining("not all is removed");
        assertThat(released("db")).isEqualTo("c4");
    }

    @Test
    void leavesSecretsThatAreNotCredentials() throws Exception {
        worlds.federation.create(Grants.SECRET, Grants.object(Grants.SECRET, new Key("shop", "other")));
        ObjectNode cluster = worlds.federation
                .get(Cluster.KIND, Key.global("c4"))
                .orElseThrow()
                .tree();
        ((ObjectNode) cluster.path("spec"))
                .putObject("secretRef")
                .put("namespace", "shop")
                .put("name", "other");
        worlds.federation.update(Cluster.KIND, cluster, "");
        leaving.leave("c4", true, false);
        assertThat(worlds.everything().keySet()).contains("federation Secret shop/other");
    }

    @Test
    void leavesTheAccountThatJoiningDidNotMake() throws Exception {
        worlds.member.fail(call -> {
            throw new ApiException(Reason.FORBIDDEN, "the account may not read clusterroles");
        });
        leaving.leave("c4", false, false);
        assertThat(worlds.everything()).doesNotContainKey("federation Cluster /c4");
    }

    private void bound(String set, String targets) {
        worlds.federation.create(
                Binding.KIND,
                TestingObjects.tree(
                        "{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding, metadata: {namespace: shop,"
                                + " name: %1$s-statefulset}, spec: {resource: {apiVersion: apps/v1, kind: StatefulSet,"
                                        .formatted(set)
                                + " namespace: shop, name: %s, uid: u-%1$s}, clusters: [%s]}}"
                                        .formatted(set, targets)));
    }

    private String released(String set) {
        return worlds.federation
                .get(Binding.KIND, new Key("shop", set + "-statefulset"))
                .map(binding -> String.join(",", binding.released()))
                .orElseThrow();
    }

    @Test
    void saysWhichReplicasStayAndMovesNone() throws Exception {
        bound("db", "{name: c1, replicas: 4}, {name: c4, replicas: 3}");
        bound("one", "{name: c4, replicas: 1}");
        bound("none", "{name: c1, replicas: 4}, {name: c4, replicas: 0}");
        bound("global", "{name: c4, replicas: 2, ordinals: {start: 0, claimed: 2}}");
        leaving.leave("c4", false, false);
        assertThat(worlds.messages)
                .containsExactly(
                        "StatefulSet shop/db: 3 replicas stay in c4 and are not moved: the set runs with fewer",
                        "StatefulSet shop/global: 2 replicas stay in c4 and are not moved: the set runs with fewer",
                        "StatefulSet shop/one: 1 replica stays in c4 and is not moved: the set runs with fewer");
        assertThat(released("db")).isEmpty();
    }

    @Test
    void givesUpTheReplicasThatStayWhenToldToAlsoAfterwards() throws Exception {
        bound("db", "{name: c1, replicas: 4}, {name: c4, replicas: 3}");
        bound("other", "{name: c1, replicas: 4}");
        leaving.leave("c4", false, true);
        assertThat(released("db")).isEqualTo("c4");
        assertThat(released("other")).isEmpty();
        assertThat(worlds.messages).singleElement().asString().contains("shop/db: 3 replicas in c4 are given up");

        bound("late", "{name: c4, replicas: 1}");
        assertThatThrownBy(() -> leaving.leave("c4", false, false)).hasMessageContaining("--move gives them up");
        leaving.leave("c4", false, true);
        assertThat(released("late")).isEqualTo("c4");
    }

    @Test
    void doesNotMoveGlobalOrdinalsThatMayRunOn() {
        bound(
                "db",
                "{name: c1, replicas: 2, ordinals: {start: 0, claimed: 2}},"
                        + " {name: c4, replicas: 2, ordinals: {start: 2, claimed: 3}}");
        Map<String, String> before = worlds.everything();
        assertThatThrownBy(() -> leaving.leave("c4", true, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("would run twice: StatefulSet shop/db (ordinals 2 to 4)");
        assertThat(worlds.everything()).isEqualTo(before);
    }

    @Test
    void refusesAStranger() {
        assertThatThrownBy(() -> leaving.leave("c9", true, false))
                .hasMessage("there is no cluster c9 in the federation");
    }
}
