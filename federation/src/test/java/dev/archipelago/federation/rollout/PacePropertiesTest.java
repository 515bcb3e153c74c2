package dev.archipelago.federation.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.rollout.Pace.Permission;
import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Clusters that follow the pace, with versions that start in some and not in others.
class PacePropertiesTest {
    private static final int CALM_ROUNDS_MAX = 500;

    @Seeds(300)
    void newestPodsAreNeverOnTheirWayInTwoClustersAtOnce(Random random) {
        Fleet fleet = new Fleet(random, new Pace(random.nextBoolean(), random.nextBoolean()));
        for (int round = 0; round < 60; round++) {
            fleet.disturb(false);
            fleet.act();
            assertThat(fleet.rolling()).hasSizeLessThanOrEqualTo(1);
            fleet.progress();
        }
    }

    @Seeds(300)
    void takesNoClusterDownForNewPodsWhileAnotherIsInTrouble(Random random) {
        Fleet fleet = new Fleet(random, new Pace(random.nextBoolean(), random.nextBoolean()));
        for (int round = 0; round < 60; round++) {
            fleet.disturb(true);
            Set<String> well = fleet.well();
            Set<String> updated = fleet.act();
            assertThat(updated).hasSizeLessThanOrEqualTo(1);
            if (well.containsAll(updated) && !updated.isEmpty()) {
                assertThat(well).hasSize(fleet.places.size());
            }
            fleet.progress();
        }
    }

    @Seeds(300)
    void oneAtATimeChangesNoMoreThanOneReplicaAndNoneWhileAnyIsMissing(Random random) {
        Fleet fleet = new Fleet(random, new Pace(random.nextBoolean(), true));
        for (int round = 0; round < 60; round++) {
            fleet.disturb(true);
            boolean whole = fleet.places.stream()
                    .allMatch(place -> place.ready >= place.replicas && place.pods <= place.replicas);
            List<Integer> before = fleet.replicas();
            fleet.act();
            int changed = 0;
            for (int i = 0; i < before.size(); i++) {
                changed += Math.abs(before.get(i) - fleet.replicas().get(i));
            }
            assertThat(changed).isLessThanOrEqualTo(whole ? 1 : 0);
            fleet.progress();
        }
    }

    @Seeds(300)
    void finishesOnceAllBecomeHealthyWhateverWasBefore(Random random) {
        Fleet fleet = new Fleet(random, new Pace(random.nextBoolean(), random.nextBoolean()));
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
        assertThat(fleet.standings()).allMatch(place -> place.replicas() == place.wanted() && place.isHealthy());
        assertThat(fleet.isDone()).isTrue();
    }

    /// A workload in one cluster.
    private static final class Place {
        final String name;
        final Set<Integer> failing = new HashSet<>();
        int wanted;
        int replicas;
        int pods;
        int ready;
        int version;
        boolean exists;
        boolean reachable = true;
        boolean settled = true;
        boolean rolling;

        Place(String name) {
            this.name = name;
        }

        boolean isWell() {
            return reachable && exists && settled && ready >= replicas;
        }

        Standing standing(int newest) {
            return new Standing(
                    name, wanted, reachable, exists, 0, replicas, pods, ready, !exists || version == newest, settled);
        }

        void follow(Permission leave, int newest) {
            if (!leave.exists()) {
                return;
            }
            if (exists && leave.template() && version != newest) {
                rolling = true;
                settled = false;
                ready = Math.max(0, replicas - 1);
            }
            if (!exists || leave.template()) {
                version = newest;
            }
            settled &= exists && replicas == leave.replicas();
            exists = true;
            replicas = leave.replicas();
            pods = Math.max(pods, replicas);
        }

        void progress() {
            if (!exists) {
                return;
            }
            if (pods > replicas) {
                // A terminating pod stays for a while, and is ready until then.
                pods -= settled ? 1 : 0;
                ready = Math.min(ready, pods);
            }
            if (ready < replicas && !failing.contains(version)) {
                ready++;
            }
            settled = settled || ready >= replicas;
            rolling &= !(settled && ready >= replicas);
        }
    }

    private static final class Fleet {
        final List<Place> places = new ArrayList<>();
        private final Random random;
        private final Pace pace;
        private int newest = 1;

        Fleet(Random random, Pace pace) {
            this.random = random;
            this.pace = pace;
            for (int i = 0; i <= 1 + random.nextInt(4); i++) {
                Place place = new Place("c" + i);
                place.wanted = random.nextInt(4);
                places.add(place);
            }
        }

        private Place any() {
            return places.get(random.nextInt(places.size()));
        }

        /// @param outages whether clusters become unreachable and lose replicas
        void disturb(boolean outages) {
            if (random.nextInt(8) == 0) {
                newest = random.nextInt(4) == 0 ? Math.max(1, newest - 1) : newest + 1;
                if (random.nextInt(3) == 0) {
                    any().failing.add(newest);
                }
            }
            if (random.nextInt(8) == 0) {
                any().wanted = random.nextInt(5);
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
                place.failing.remove(newest);
            });
        }

        List<Standing> standings() {
            return places.stream().map(place -> place.standing(newest)).toList();
        }

        /// All clusters act on the same observed state.
        ///
        /// @return those that had pods and were updated
        Set<String> act() {
            List<Standing> seen = standings();
            Set<String> updated = new HashSet<>();
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                if (!place.reachable) {
                    continue;
                }
                int before = place.version;
                boolean existed = place.exists;
                place.follow(pace.permit(seen, seen.get(i)), newest);
                if (existed && place.version != before) {
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

        /// The clusters that are being updated.
        List<String> rolling() {
            return places.stream()
                    .filter(place -> place.rolling && place.version == newest)
                    .map(place -> place.name)
                    .toList();
        }

        /// The clusters that are healthy.
        Set<String> well() {
            Set<String> well = new HashSet<>();
            places.stream()
                    .filter(place -> place.isWell() || (!place.exists && place.wanted == 0 && place.reachable))
                    .forEach(place -> well.add(place.name));
            return well;
        }

        List<Integer> replicas() {
            return places.stream().map(place -> place.replicas).toList();
        }

        boolean isDone() {
            return places.stream()
                    .allMatch(place -> place.isWell() && place.version == newest && place.replicas == place.wanted);
        }
    }
}
