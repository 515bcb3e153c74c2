package dev.archipelago.federation.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.rollout.Pace.Permission;
import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Clusters that follow the pace, while replicas fail and clusters become unreachable.
class PacePropertiesTest {
    private static final int CALM_ROUNDS_MAX = 500;

    @Seeds(300)
    void oneAtATimeChangesNoMoreThanOneReplicaAndNoneWhileAnyIsMissing(Random random) {
        Fleet fleet = new Fleet(random, new Pace(random.nextBoolean(), true));
        for (int round = 0; round < 60; round++) {
            fleet.disturb();
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
            fleet.disturb();
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
        int wanted;
        int replicas;
        int pods;
        int ready;
        boolean exists;
        boolean reachable = true;
        boolean settled = true;

        Place(String name) {
            this.name = name;
        }

        boolean isWell() {
            return reachable && exists && settled && ready >= replicas;
        }

        Standing standing() {
            return new Standing(name, wanted, reachable, exists, 0, replicas, pods, ready, true, settled);
        }

        void follow(Permission leave) {
            if (!leave.exists()) {
                return;
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
            if (ready < replicas) {
                ready++;
            }
            settled = settled || ready >= replicas;
        }
    }

    private static final class Fleet {
        final List<Place> places = new ArrayList<>();
        private final Random random;
        private final Pace pace;

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

        /// Scales, cuts off clusters and loses replicas.
        void disturb() {
            if (random.nextInt(8) == 0) {
                any().wanted = random.nextInt(5);
            }
            if (random.nextInt(6) == 0) {
                Place place = any();
                place.reachable = !place.reachable;
            }
            if (random.nextInt(8) == 0) {
                Place place = any();
                place.ready = Math.max(0, place.ready - 1);
            }
        }

        void heal() {
            places.forEach(place -> place.reachable = true);
        }

        List<Standing> standings() {
            return places.stream().map(Place::standing).toList();
        }

        /// All clusters act on the same observed state.
        void act() {
            List<Standing> seen = standings();
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                if (place.reachable) {
                    place.follow(pace.permit(seen, seen.get(i)));
                }
            }
        }

        void progress() {
            places.forEach(place -> {
                if (random.nextInt(3) > 0) {
                    place.progress();
                }
            });
        }

        List<Integer> replicas() {
            return places.stream().map(place -> place.replicas).toList();
        }

        boolean isDone() {
            return places.stream().allMatch(place -> place.isWell() && place.replicas == place.wanted);
        }
    }
}
