package dev.archipelago.cluster.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.testing.Seeds;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/// For any changes and any order of controllers: there are never more pods than allowed, and never fewer
/// available than required.
class RolloutPropertyTest {

    @Seeds(60)
    void keepsWithinItsLimits(Random random) {
        Example web = new Example();
        int replicas = 1 + random.nextInt(12);
        web.running()
                .create(
                        replicas,
                        "{strategy: {rollingUpdate: {maxSurge: %d, maxUnavailable: %d}}}"
                                .formatted(random.nextInt(4), random.nextInt(4)));
        web.world.settle();
        Deployment deployment = web.deployment();
        int asked = replicas + deployment.maxSurge();
        int must = replicas - deployment.maxUnavailable();
        web.world.watch(() -> {
            assertThat(web.world.all(ReplicaSet.KIND).stream()
                            .mapToInt(ReplicaSet::replicas)
                            .sum())
                    .isLessThanOrEqualTo(asked);
            assertThat(web.pods().stream()
                            .filter(pod -> pod.isReady() && !pod.isDeleting())
                            .count())
                    .isGreaterThanOrEqualTo(must);
        });
        web.world.faults(action -> random.nextInt(20) == 0
                ? Optional.of(new ApiException(Reason.SERVICE_UNAVAILABLE, "not now"))
                : Optional.empty());
        for (int change = 0; change < 6; change++) {
            web.image("nginx:" + (random.nextInt(4) == 0 ? "broken" : "" + random.nextInt(4)));
            for (int steps = random.nextInt(80); steps > 0; steps--) {
                web.world.step(random);
                web.world.pass(Duration.ofSeconds(1));
            }
        }
        web.image("nginx:last");
        web.world.faults(action -> Optional.empty());
        finish(web, random);
        assertThat(web.pods())
                .hasSize(replicas)
                .allMatch(Pod::isReady)
                .allMatch(pod -> pod.meta().isControlledBy(web.set("nginx:last").uid()));
        assertThat(web.progress()).isEqualTo("NewReplicaSetAvailable");
    }

    @Seeds(30)
    void reachesAnySizeInTheMiddleOfARollout(Random random) {
        Example web = new Example();
        web.running().create(1 + random.nextInt(12), "{}");
        web.world.settle();
        int last = 0;
        for (int change = 0; change < 6; change++) {
            if (random.nextBoolean()) {
                web.image("nginx:" + random.nextInt(4));
            }
            last = random.nextInt(15);
            web.scale(last);
            for (int steps = random.nextInt(40); steps > 0; steps--) {
                web.world.step(random);
            }
        }
        finish(web, random);
        assertThat(web.pods()).hasSize(last).allMatch(Pod::isReady);
        assertThat(web.status().path("updatedReplicas").asInt(0)).isEqualTo(last);
        assertThat(web.plan().steps()).isEmpty();
    }

    private static void finish(Example web, Random random) {
        for (int steps = 0; web.world.step(random) || pass(web); steps++) {
            assertThat(steps).isLessThan(5_000);
        }
    }

    /// Retries what failed before.
    private static boolean pass(Example web) {
        boolean due =
                web.world.nextLook().filter(at -> !at.isAfter(web.world.now())).isPresent();
        web.world.pass(Duration.ZERO);
        return due;
    }
}
