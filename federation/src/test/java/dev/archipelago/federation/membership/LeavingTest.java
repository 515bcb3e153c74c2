package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LeavingTest {
    private final Worlds worlds = new Worlds();
    private final Leaving leaving = new Leaving(worlds.federation, new MemberConnector(), worlds.said::add);

    /// Leads to the one member there is, for those who have its credentials.
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
        leaving.leave("c4", false);
        // The account and the binding go with the role that owns them.
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
        assertThat(worlds.said).isEmpty();
    }

    @Test
    void doesNothingAboutAClusterThatCannotBeTold() {
        Map<String, String> before = worlds.everything();
        worlds.member.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "away");
        });
        assertThatThrownBy(() -> leaving.leave("c4", false))
                .isInstanceOf(IOException.class)
                .hasMessage("cluster c4 cannot be told to forget the federation: away (--force leaves it as it is)");
        assertThat(worlds.everything()).isEqualTo(before);
    }

    @Test
    void leavesWithoutTellingWhenForced() throws Exception {
        worlds.member.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "away");
        });
        leaving.leave("c4", true);
        assertThat(worlds.everything().keySet())
                .doesNotContain("federation Cluster /c4", "federation Secret archipelago-system/c4-credentials")
                .contains("member ClusterRole /" + Worlds.GRANT);
        assertThat(worlds.said).singleElement().asString().contains("kubectl delete clusterrole " + Worlds.GRANT);
    }

    @Test
    void saysWhatIsLeftWhenTheClusterGoesAwayInBetween() {
        worlds.member.fail(call -> {
            if (call.startsWith("delete ")) {
                throw new ApiException(Reason.TIMEOUT, "no answer");
            }
        });
        assertThatThrownBy(() -> leaving.leave("c4", false))
                .hasMessage("cluster c4 has left, but not all is removed: no answer; there: kubectl delete clusterrole "
                        + Worlds.GRANT);
    }

    @Test
    void worksForAClusterThatGrantedNothingByItself() throws Exception {
        worlds.member.delete(
                Grants.ROLE, Key.global(Worlds.GRANT), dev.archipelago.apiserver.request.DeleteOptions.NONE);
        leaving.leave("c4", false);
        assertThat(worlds.everything()).doesNotContainKey("federation Cluster /c4");
    }

    @Test
    void refusesAStranger() {
        assertThatThrownBy(() -> leaving.leave("c9", true)).hasMessage("there is no cluster c9 in the federation");
    }
}
