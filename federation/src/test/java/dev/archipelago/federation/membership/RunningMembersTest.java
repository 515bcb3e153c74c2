package dev.archipelago.federation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Launcher;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.FakeTimers;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.testing.FakeFederation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The condition on clusters that are not connected to.
class RunningMembersTest {
    private static final Key C1 = Key.global("c1");
    private static final Key CREDENTIALS = new Key(Names.SYSTEM_NAMESPACE, "c1");
    private static final Kind<AnyObject> SECRET = Grants.SECRET;
    private static final String GOOD = "https://good.example";
    private static final String BAD = "https://bad.example";

    private final FakeFederation caches = new FakeFederation();
    private final FakeClusterApi federation = new FakeClusterApi();
    private final RunningMembers members = new RunningMembers(
            "test",
            caches.caches(),
            new Bindings(caches.caches()),
            new Templates(caches.caches()),
            federation,
            new PickyConnector(),
            new Health(Duration.ZERO, Duration.ZERO),
            Duration.ofSeconds(1),
            Runnable::run);

    /// Connects to one address only, and only with a Secret.
    private static final class PickyConnector implements Connector {
        @Override
        public String identity(Cluster cluster, Optional<JsonNode> secret) {
            return cluster.endpoint();
        }

        @Override
        public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
            if (secret == null || !cluster.endpoint().equals(GOOD)) {
                throw new IOException("it is not to be connected to");
            }
            return new Connection(new FakeClusterApi(), identity(cluster, Optional.of(secret)));
        }
    }

    private record Idle() implements Reconciler {
        @Override
        public String name() {
            return "idle";
        }

        @Override
        public void connect(Consumer<Key> again) {}

        @Override
        public Plan plan(Key key, Instant now) {
            return Plan.NOTHING;
        }
    }

    @BeforeEach
    void begin() {
        caches.serve(List.of());
        Launcher launcher = (cluster, apis, caches, reconcilers, events) -> () -> {};
        members.begin((member, changes) -> new Idle(), new FakeTimers(), launcher, (source, note) -> {});
    }

    private void addCluster(String endpoint) {
        ObjectNode cluster = Grants.object(Cluster.KIND, C1);
        ObjectNode spec = cluster.putObject("spec").put("apiEndpoint", endpoint);
        spec.putObject("secretRef").put("namespace", CREDENTIALS.namespace()).put("name", CREDENTIALS.name());
        federation.create(Cluster.KIND, cluster);
        tellOfCluster();
    }

    private void addSecret() {
        federation.create(SECRET, Grants.object(SECRET, CREDENTIALS));
        caches.put(SECRET, federation.tree(SECRET, CREDENTIALS));
    }

    private void moveTo(String endpoint) {
        ObjectNode cluster = federation.tree(Cluster.KIND, C1).deepCopy();
        Json.child(cluster, "spec").put("apiEndpoint", endpoint);
        federation.update(Cluster.KIND, cluster, "");
        tellOfCluster();
    }

    /// Makes the cache change.
    private void tellOfCluster() {
        caches.put(Cluster.KIND, federation.tree(Cluster.KIND, C1));
    }

    private String refusal() {
        return Conditions.find(federation.tree(Cluster.KIND, C1).path("status"), ConnectionCondition.TYPE)
                .path("message")
                .asString("");
    }

    @Test
    void aRefusalIsTakenBackOnceTheConnectionIsMade() {
        addSecret();
        addCluster(BAD);
        assertThat(refusal()).contains("it is not to be connected to");

        tellOfCluster();
        moveTo(GOOD);

        assertThat(refusal()).isEmpty();
    }

    @Test
    void aRefusalIsTakenBackWhenTheClusterIsAsItWas() {
        addSecret();
        addCluster(GOOD);
        moveTo(BAD);
        assertThat(refusal()).contains("it is not to be connected to");

        tellOfCluster();
        moveTo(GOOD);

        assertThat(refusal()).isEmpty();
    }

    @Test
    void aRefusalIsTakenBackThatIsNotHeardOfYet() {
        addCluster(GOOD);
        assertThat(refusal()).contains("it is not to be connected to");

        addSecret();

        assertThat(refusal()).isEmpty();
    }
}
