package dev.archipelago.federation.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Revision;
import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Clusters that run what they are told, with versions that start in some and not in others.
class RolloutPropertiesTest {
    private static final int CALM_ROUNDS_MAX = 500;

    @Seeds(300)
    void neverMoreClustersThanMayReplacePodsAtOnce(Random random) {
        Fleet fleet = new Fleet(random, 1 + random.nextInt(2), random.nextBoolean());
        for (int round = 0; round < 60; round++) {
            fleet.disturb(false);
            fleet.act();
            assertThat(fleet.updating()).hasSizeLessThanOrEqualTo(fleet.clustersMax);
            fleet.progress();
        }
    }

    @Seeds(300)
    void takesNoClusterDownForNewPodsWhileAnotherIsInTrouble(Random random) {
        Fleet fleet = new Fleet(random, 1, true);
        for (int round = 0; round < 60; round++) {
            fleet.disturb(true);
            Set<String> healthy = fleet.healthy();
            Set<String> updated = fleet.act();
            assertThat(updated).hasSizeLessThanOrEqualTo(1);
            if (healthy.containsAll(updated) && !updated.isEmpty()) {
                assertThat(healthy).hasSize(fleet.places.size());
            }
            fleet.progress();
        }
    }

    @Seeds(300)
    void noClusterRunsARevisionThatWasReplacedBeforeItsTurn(Random random) {
        Fleet fleet = new Fleet(random, 1, random.nextBoolean());
        for (int round = 0; round < 60; round++) {
            fleet.disturb(true);
            int newest = fleet.newest;
            List<Integer> before = fleet.versions();
            fleet.act();
            for (int i = 0; i < before.size(); i++) {
                assertThat(fleet.versions().get(i)).isIn(before.get(i), newest);
            }
            fleet.progress();
        }
    }

    @Seeds(300)
    void finishesOnceAllBecomeHealthyWhateverWasBefore(Random random) {
        Fleet fleet = new Fleet(random, 1 + random.nextInt(3), random.nextBoolean());
        for (int round = 0; round < 40; round++) {
            fleet.disturb(true);
            fleet.act();
            fleet.progress();
        }
        fleet.heal();
        for (int round = 0; round < CALM_ROUNDS_MAX && !fleet.isDone(); round++) {
            fleet.act();
            fleet.progress();
        }
        assertThat(fleet.isDone()).isTrue();
        fleet.act();
        assertThat(fleet.record.stable()).isEqualTo(fleet.record.newest());
    }

    /// A workload of three replicas in one cluster.
    private static final class Place {
        private static final int REPLICAS = 3;

        final String name;
        final Set<Integer> failing = new HashSet<>();
        int ready = REPLICAS;
        int version = 1;
        boolean reachable = true;
        boolean updating;

        Place(String name) {
            this.name = name;
        }

        boolean isHealthy() {
            return reachable && !updating && ready == REPLICAS;
        }

        RolloutState.Candidate candidate(RolloutRecord record, int newest) {
            boolean current = record.of(name)
                    .map(told -> told.template().equals("v" + version))
                    .orElse(version == newest);
            Standing standing =
                    new Standing(name, REPLICAS, reachable, true, 0, REPLICAS, REPLICAS, ready, current, !updating);
            return new RolloutState.Candidate(
                    standing,
                    reachable,
                    "v" + version,
                    "v" + newest,
                    record.stable().name());
        }

        void run(String told) {
            int other = Integer.parseInt(told.substring(1));
            if (other != version) {
                version = other;
                updating = true;
                ready = REPLICAS - 1;
            }
        }

        void progress() {
            if (!failing.contains(version)) {
                ready = Math.min(REPLICAS, ready + 1);
            }
            updating &= ready < REPLICAS;
        }
    }

    private static final class Fleet {
        final List<Place> places = new ArrayList<>();
        final int clustersMax;
        private final boolean isStateful;
        private final Random random;
        RolloutRecord record = RolloutRecord.NONE;
        int newest = 1;
        private long number = 1;

        Fleet(Random random, int clustersMax, boolean isStateful) {
            this.random = random;
            this.clustersMax = clustersMax;
            this.isStateful = isStateful;
            for (int i = 0; i <= 1 + random.nextInt(4); i++) {
                places.add(new Place("c" + i));
            }
        }

        private Place any() {
            return places.get(random.nextInt(places.size()));
        }

        /// @param outages whether clusters become unreachable and lose replicas
        void disturb(boolean outages) {
            if (random.nextInt(8) == 0) {
                // Not back to what untouched clusters run, which all get together where there is no state.
                newest++;
                number++;
                if (random.nextInt(3) == 0) {
                    any().failing.add(newest);
                }
            }
            if (outages && random.nextInt(6) == 0) {
                Place place = any();
                place.reachable = !place.reachable;
            }
            if (outages && random.nextInt(8) == 0) {
                Place place = any();
                place.ready = Math.max(0, place.ready - 1);
            }
        }

        void heal() {
            places.forEach(place -> {
                place.reachable = true;
                place.failing.clear();
            });
        }

        private RolloutState state() {
            return new RolloutState(
                    record,
                    new Revision(number, "v" + newest),
                    places.stream()
                            .map(place -> place.candidate(record, newest))
                            .toList(),
                    new Terms(List.of(), clustersMax, List.of(), false, isStateful),
                    "");
        }

        /// Decides, and then reachable clusters do what they are told.
        ///
        /// @return those that begin to replace pods
        Set<String> act() {
            record = RolloutPlanner.decide(state()).record();
            Set<String> held = RolloutPlanner.decide(state()).waits().keySet();
            Set<String> updated = new HashSet<>();
            for (Place place : places) {
                int before = place.version;
                if (place.reachable && !held.contains(place.name)) {
                    record.of(place.name).ifPresent(told -> place.run(told.template()));
                }
                if (place.version != before) {
                    updated.add(place.name);
                }
            }
            return updated;
        }

        void progress() {
            places.forEach(place -> {
                if (random.nextInt(3) > 0) {
                    place.progress();
                }
            });
        }

        /// The clusters that replace pods by those of the newest revision.
        List<String> updating() {
            return places.stream()
                    .filter(place -> place.updating && place.version == newest)
                    .map(place -> place.name)
                    .toList();
        }

        Set<String> healthy() {
            Set<String> healthy = new HashSet<>();
            places.stream().filter(Place::isHealthy).forEach(place -> healthy.add(place.name));
            return healthy;
        }

        List<Integer> versions() {
            return places.stream().map(place -> place.version).toList();
        }

        boolean isDone() {
            return places.stream().allMatch(place -> place.isHealthy() && place.version == newest);
        }
    }
}
