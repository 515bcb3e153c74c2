package dev.archipelago.cluster.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.testing.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sizes of sets during rollouts and scaling. Sets are written `size/available`, the latest first, then old ones
/// from the oldest on.
class SizesTest {
    private final World world = new World();

    @ParameterizedTest
    @CsvSource({
        "10, 25%, 25%, 3, 2",
        "10, 1, 0, 1, 0",
        "3, 25%, 25%, 1, 0",
        "1, 0%, 1%, 0, 1",
        "2, 0, 1%, 0, 1",
        "2, 1%, 0%, 1, 0",
        "4, 0, 200%, 0, 4",
        "0, 25%, 25%, 0, 0",
    })
    void limits(int replicas, String surge, String unavailable, int maxSurge, int maxUnavailable) {
        Deployment deployment = deployment(replicas, surge, unavailable);
        assertThat(deployment.maxSurge()).isEqualTo(maxSurge);
        assertThat(deployment.maxUnavailable()).isEqualTo(maxUnavailable);
    }

    @ParameterizedTest
    @CsvSource({
        // replicas, surge, unavailable, sets, size of the latest
        "10, 2, 0, 0/0 10/10, 2",
        "10, 2, 0, 2/0 10/10, 2",
        "10, 2, 0, 2/2 8/8, 4",
        "10, 0, 2, 0/0 10/10, 0",
        "10, 0, 2, 0/0 8/8, 2",
        "10, 5, 0, 8/8 0/0, 10",
        "10, 5, 0, 12/12 0/0, 10",
        "10, 2, 0, 3/3 9/9 5/5, 3",
    })
    void latest(int replicas, String surge, String unavailable, String sizes, int expected) {
        Sets sets = sets(deployment(replicas, surge, unavailable), sizes, 0);
        assertThat(new RollingUpdate(sets).latestSize(latest(sets).replicas())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // replicas, surge, unavailable, sets, sizes of old sets that shrink
        "10, 2, 0, 2/0 10/10, ''",
        "10, 2, 0, 2/2 10/10, 8",
        "10, 0, 2, 0/0 10/10, 8",
        "10, 3, 2, 5/5 8/8, 3",
        "10, 3, 2, 5/0 8/8, ''",
        "10, 2, 2, 2/0 10/8, 8",
        "10, 2, 2, 0/0 10/8, 8",
        "10, 0, 5, 0/0 4/0 6/6, 0 5",
        "10, 2, 0, 6/6 3/3 3/3, 1",
        "10, 2, 0, 9/9 2/2 1/1, 0",
        "10, 2, 0, 10/10 1/1 1/1, 0 0",
        // Pods beyond a set's size do not count.
        "10, 3, 0, 6/4 7/10, 6",
    })
    void old(int replicas, String surge, String unavailable, String sizes, String expected) {
        Sets sets = sets(deployment(replicas, surge, unavailable), sizes, 0);
        assertThat(text(new RollingUpdate(sets).shrunk(latest(sets)))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // replicas, surge, sets, maximum before, sizes: largest first
        "10, 0, 5/5, 5, 10",
        "10, 0, 0/0, 5, 10",
        "20, 0, 5/0 5/5, 10, 10 10",
        "15, 0, 5/0 5/5, 10, 8 7",
        "3, 0, 5/0 5/5, 10, 1 2",
        "0, 0, 5/0 5/5, 10, 0 0",
        "20, 4, 8/0 4/4, 12, 16 8",
        "10, 2, 3/0 8/8, 7, 9 3",
        "10, 0, 10/10 5/5, 15, 7 3",
        "15, 3, 5/0 6/6 1/1, 12, 9 8 1",
    })
    void scaled(int replicas, String surge, String sizes, int before, String expected) {
        Sets sets = sets(deployment(replicas, surge, "1"), sizes, before);
        assertThat(text(new Scaling(sets).resizes())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"10/10 5/5, 0", "10/9 5/5, 7 3"})
    void oldSetsGoWhenTheLatestHasAll(String sizes, String expected) {
        Deployment deployment = deployment(10, "0", "1");
        Sets sets = sets(deployment, sizes, 15);
        assertThat(sets.latest()).isNotNull();
        world.edit(
                ReplicaSet.KIND,
                "set-0",
                tree -> tree.withObjectProperty("metadata")
                        .withObjectProperty("annotations")
                        .put("deployment.kubernetes.io/desired-replicas", "10"));
        assertThat(text(new Scaling(Sets.of(deployment, world.all(ReplicaSet.KIND))).resizes()))
                .isEqualTo(expected);
    }

    private static ReplicaSet latest(Sets sets) {
        return Objects.requireNonNull(sets.latest());
    }

    private static String text(List<Resize> resizes) {
        return String.join(
                " ",
                resizes.stream()
                        .map(resize -> Integer.toString(resize.replicas()))
                        .toList());
    }

    private Deployment deployment(int replicas, String surge, String unavailable) {
        return world.create(Deployment.KIND, """
                metadata: {name: web}
                spec:
                  replicas: %d
                  strategy: {rollingUpdate: {maxSurge: %s, maxUnavailable: %s}}
                  template: {spec: {name: set-0}}
                """.formatted(replicas, surge, unavailable));
    }

    private Sets sets(Deployment deployment, String sizes, int max) {
        int number = 0;
        for (String size : sizes.split(" ")) {
            String[] parts = size.split("/");
            world.create(
                    ReplicaSet.KIND, """
                    metadata:
                      name: set-%d
                      creationTimestamp: '2025-01-0%dT00:00:00Z'
                      annotations: {deployment.kubernetes.io/max-replicas: '%d'}
                    spec: {replicas: %s, template: {spec: {name: set-%d}}}
                    status: {availableReplicas: %s}
                    """.formatted(number, number == 0 ? 9 : number, max, parts[0], number, parts[1]));
            number++;
        }
        return Sets.of(deployment, world.all(ReplicaSet.KIND));
    }
}
