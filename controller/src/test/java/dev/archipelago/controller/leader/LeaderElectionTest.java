package dev.archipelago.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.FakeTimers;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LeaderElectionTest {
    private static final Kind<AnyObject> LEASES =
            AnyObject.kind(GroupVersionKind.of("coordination.k8s.io/v1", "Lease"), "leases", true);
    private static final Key LEASE = new Key("kube-system", "boss");

    private final FakeTimers timers = new FakeTimers();
    private final FakeClusterApi api = new FakeClusterApi();
    private final List<String> changes = new ArrayList<>();
    private final LeaderElection first = candidate("first");
    private final LeaderElection second = candidate("second");

    private LeaderElection candidate(String name) {
        return new LeaderElection(
                api,
                timers,
                Runnable::run,
                LEASE,
                name,
                LeaderElection.Timing.USUAL,
                now -> changes.add(name + ' ' + now));
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            timers.advance(Duration.ofSeconds(1));
            assertThat(first.isLeader() && second.isLeader()).as("two leaders").isFalse();
        }
    }

    private JsonNode spec() {
        return api.tree(LEASES, LEASE).path("spec");
    }

    @Test
    void oneLeadsAsLongAsItRenews() {
        first.start();
        second.start();
        pass(300);

        assertThat(first.isLeader()).isTrue();
        assertThat(changes).containsExactly("first true");
        assertThat(spec().path("holderIdentity").asString()).isEqualTo("first");
        assertThat(spec().path("leaseDurationSeconds").asInt()).isEqualTo(15);
        assertThat(spec().path("acquireTime").asString()).isEqualTo("2030-01-01T00:00:00.000000Z");
        assertThat(spec().path("renewTime").asString()).isEqualTo("2030-01-01T00:05:00.000000Z");
    }

    @Test
    void oneThatCannotRenewStopsBeforeAnotherBegins() {
        first.start();
        pass(3);
        second.start();
        pass(20);
        api.fail(call -> {
            if (spec().path("holderIdentity").asString().equals("first") && call.startsWith("update")) {
                throw new ApiException(Reason.SERVICE_UNAVAILABLE, "down");
            }
        });
        pass(11);
        assertThat(changes).containsExactly("first true", "first false");

        api.fail(call -> {});
        pass(2);
        assertThat(changes).as("it tries again, and the lease is still its own").endsWith("first true");
    }

    @Test
    void oneThatDiesIsFollowedByAnother() {
        first.start();
        pass(3);
        second.start();
        pass(4);
        // Without a release, as the API is unreachable.
        api.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "down");
        });
        first.close();
        api.fail(call -> {});

        pass(14);
        assertThat(changes).containsExactly("first true", "first false");
        pass(5);
        assertThat(changes).containsExactly("first true", "first false", "second true");
        assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(1);
    }

    @Test
    void oneThatEndsLetsAnotherBeginAtOnce() {
        first.start();
        second.start();
        pass(3);

        first.close();
        assertThat(changes).containsExactly("first true", "first false");
        assertThat(spec().path("holderIdentity").asString()).isEmpty();
        pass(3);

        assertThat(changes).containsExactly("first true", "first false", "second true");
        second.close();
        assertThat(timers.pending()).as("alarms that nobody waits for").isZero();
    }

    @Test
    void oneWhoseLeaseIsTakenAwayStops() {
        first.start();
        pass(1);
        var lease = api.tree(LEASES, LEASE);
        new LeaseRecord("somebody", Duration.ofSeconds(15), timers.instant(), timers.instant(), 1).writeTo(lease);
        api.update(LEASES, lease, "");

        pass(5);

        assertThat(first.isLeader()).isFalse();
        assertThat(changes).containsExactly("first true", "first false");
    }
}
