package dev.archipelago.federation.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/// Properties of every scheduling decision.
class PolicySchedulerPropertiesTest {
    private static final List<String> BY_ROOM = List.of(
            "replicaScheduling: {replicaDivisionPreference: Aggregated}",
            "replicaScheduling: {weightPreference: {dynamicWeight: AvailableReplicas}}");
    private static final List<String> UNCONSTRAINED = List.of("{}");
    private static final List<String> STYLES = List.of(
            "{}",
            "replicaScheduling: {replicaSchedulingType: Divided}",
            "replicaScheduling: {weightPreference: {staticWeightList: [{targetCluster: {exclude: [m1, m4]}, weight: 3},"
                    + " {targetCluster: {exclude: [m3]}, weight: 2}]}}",
            BY_ROOM.get(0),
            BY_ROOM.get(1));
    private static final List<String> SPREADS = List.of(
            "{}",
            "spreadConstraints: [{maxGroups: 3}]",
            "spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {minGroups: 2, maxGroups: 4}]",
            "spreadConstraints: [{spreadByField: zone, minGroups: 2}, {maxGroups: 3}]",
            "spreadConstraints: [{spreadByField: provider, maxGroups: 1}, {spreadByField: region, minGroups: 2}, {}]");
    private static final List<String> AFFINITIES = List.of(
            "{}",
            "clusterAffinity: {exclude: [m2]}",
            "clusterAffinities: [{affinityName: a, clusterNames: [m1, m2]}, {affinityName: b}]");

    private static <T> T pick(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String joined(String... parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(part.equals("{}") ? "" : part + "\n");
        }
        return text.isEmpty() ? "{}" : text.toString();
    }

    private static List<Candidate> randomClusters(Random random) {
        List<Candidate> clusters = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            TestingCluster cluster = TestingCluster.named("m" + i)
                    .region("r" + random.nextInt(3))
                    .provider("p" + random.nextInt(2))
                    .zones("z" + random.nextInt(4), "z" + random.nextInt(4));
            if (random.nextInt(5) > 0) {
                cluster.free(random.nextInt(12));
            }
            if (random.nextBoolean()) {
                cluster.holding(random.nextInt(8));
            }
            if (random.nextInt(6) == 0) {
                cluster.taint("key", "", "NoSchedule").notReady();
            }
            clusters.add(cluster.candidate());
        }
        return clusters;
    }

    private static PlacementRequest randomSubject(Random random) {
        return new PlacementRequest("apps/v1", "Deployment", "uid-" + random.nextInt(100), true, random.nextInt(40));
    }

    private static int sum(Map<String, Integer> replicas) {
        return replicas.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static Map<String, Candidate> byName(List<Candidate> clusters) {
        Map<String, Candidate> byName = new TreeMap<>();
        clusters.forEach(cluster -> byName.put(cluster.name(), cluster));
        return byName;
    }

    /// A scheduling problem.
    private record Case(Placement placement, PlacementRequest subject, List<Candidate> clusters, boolean fresh) {

        static Case any(Random random, List<String> affinities, List<String> spreads, List<String> styles) {
            String text = joined(pick(affinities, random), pick(spreads, random), pick(styles, random));
            return new Case(
                    TestingCluster.placement(text),
                    randomSubject(random),
                    randomClusters(random),
                    random.nextBoolean());
        }

        /// A problem with a solution.
        static Case soluble(Random random, List<String> affinities, List<String> spreads, List<String> styles) {
            while (true) {
                Case any = any(random, affinities, spreads, styles);
                if (any.decision() instanceof Decision.Placed) {
                    return any;
                }
            }
        }

        Decision decision() {
            return PolicyScheduler.decide(placement, subject, clusters, "", fresh);
        }

        Map<String, Integer> shares() {
            return ((Decision.Placed) decision()).clusters();
        }

        Case steady() {
            return new Case(placement, subject, clusters, false);
        }

        /// The same problem after the decision is carried out.
        Case carriedOut() {
            Map<String, Integer> shares = shares();
            List<Candidate> after = new ArrayList<>();
            clusters.forEach(cluster -> after.add(moved(cluster, shares)));
            return new Case(placement, subject, after, false);
        }
    }

    @Seeds(400)
    void theOrderOfClustersDoesNotMatter(Random random) {
        Case any = Case.any(random, AFFINITIES, SPREADS, STYLES);
        List<Candidate> shuffled = new ArrayList<>(any.clusters);
        Collections.shuffle(shuffled, random);
        Decision decision = any.decision();
        assertThat(new Case(any.placement, any.subject, shuffled, any.fresh).decision())
                .isEqualTo(decision);
        assertThat(decision.reasons()).containsOnlyKeys(byName(shuffled).keySet());
        assertThat(decision.reasons().values())
                .allSatisfy(reasons -> assertThat(reasons).isNotEmpty().doesNotHaveDuplicates());
    }

    @Seeds(400)
    void exactlyAllReplicasAreGiven(Random random) {
        Case soluble = Case.soluble(random, AFFINITIES, SPREADS, STYLES);
        int replicas = soluble.subject.replicas();
        Map<String, Integer> shares = soluble.shares();
        if (soluble.placement.scheduling().style() == ReplicaScheduling.Style.DUPLICATED) {
            assertThat(shares.values()).isNotEmpty().allMatch(share -> share == replicas);
        } else {
            assertThat(sum(shares)).isEqualTo(replicas);
            assertThat(shares.values()).allMatch(share -> share > 0 || replicas == 0);
        }
    }

    @Seeds(400)
    void nobodyGetsMoreThanThereIsRoomFor(Random random) {
        Case soluble = Case.soluble(random, AFFINITIES, SPREADS, BY_ROOM);
        Map<String, Candidate> clusters = byName(soluble.clusters);
        soluble.shares()
                .forEach((name, share) ->
                        assertThat(share).isLessThanOrEqualTo(room(Objects.requireNonNull(clusters.get(name)))));
    }

    private static int room(Candidate cluster) {
        return cluster.free().isEmpty()
                ? Integer.MAX_VALUE
                : cluster.free().getAsInt() + cluster.assigned().orElse(0);
    }

    /// If all replicas together fit, they are placed.
    @Seeds(400)
    void roomIsFoundWhereThereIsSome(Random random) {
        Case any = Case.any(random, List.of("clusterTolerations: [{operator: Exists}]"), UNCONSTRAINED, BY_ROOM);
        long room = any.clusters.stream()
                .mapToLong(PolicySchedulerPropertiesTest::room)
                .sum();
        assertThat(any.decision())
                .isInstanceOf(room >= any.subject.replicas() ? Decision.Placed.class : Decision.Unschedulable.class);
    }

    @Seeds(400)
    void growingTakesFromNobodyAndShrinkingGivesToNobody(Random random) {
        Case soluble =
                Case.soluble(random, UNCONSTRAINED, UNCONSTRAINED, BY_ROOM).steady();
        Map<String, Integer> shares = soluble.shares();
        // A taint does not evict, so clusters with replicas may keep them.
        int held = soluble.clusters.stream()
                .mapToInt(cluster -> cluster.assigned().orElse(0))
                .sum();
        for (Candidate cluster : soluble.clusters) {
            int before = cluster.assigned().orElse(0);
            int after = shares.getOrDefault(cluster.name(), 0);
            if (soluble.subject.replicas() >= held) {
                assertThat(after).isGreaterThanOrEqualTo(before);
            }
            if (soluble.subject.replicas() <= held) {
                assertThat(after).isLessThanOrEqualTo(before);
            }
        }
    }

    /// The same decision is made again when nothing has changed. It is not guaranteed with spread constraints, as
    /// groups rank differently once some have the object.
    @Seeds(400)
    void decisionsAreStable(Random random) {
        Case soluble = Case.soluble(random, UNCONSTRAINED, SPREADS.subList(0, 2), STYLES);
        Case after = soluble.carriedOut();
        assertThat(after.decision()).isInstanceOf(Decision.Placed.class);
        assertThat(after.shares()).isEqualTo(soluble.shares());
    }

    /// The cluster after the decision is carried out.
    private static Candidate moved(Candidate cluster, Map<String, Integer> shares) {
        Integer share = shares.get(cluster.name());
        int held = share == null ? 0 : share;
        OptionalInt free = cluster.free().isEmpty()
                ? cluster.free()
                : OptionalInt.of(Math.max(
                        0, cluster.free().getAsInt() + cluster.assigned().orElse(0) - held));
        return new Candidate(
                cluster.traits(),
                cluster.taints(),
                cluster.kinds(),
                free,
                cluster.ready(),
                share == null ? OptionalInt.empty() : OptionalInt.of(share),
                cluster.barred());
    }
}
