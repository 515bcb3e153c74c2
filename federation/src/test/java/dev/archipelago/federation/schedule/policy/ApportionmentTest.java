package dev.archipelago.federation.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.testing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ApportionmentTest {

    private static Map<String, Long> weights(Random random) {
        Map<String, Long> weights = new TreeMap<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            weights.put("m" + i, (long) random.nextInt(random.nextBoolean() ? 4 : 1000));
        }
        weights.put("m9", 1L + random.nextInt(5));
        return weights;
    }

    /// Divides one by one, by the definition of the method, for an even hash.
    private static SortedMap<String, Integer> oneByOne(int replicas, Map<String, Long> weights) {
        List<String> names = List.copyOf(weights.keySet());
        List<Long> claims = List.copyOf(weights.values());
        int[] shares = new int[names.size()];
        for (int given = 0; given < replicas; given++) {
            int next = 0;
            for (int i = 1; i < shares.length; i++) {
                long mine = claims.get(i) * (2L * shares[next] + 1);
                long best = claims.get(next) * (2L * shares[i] + 1);
                // Among equals the one with less, then the first.
                if (mine > best || (mine == best && shares[i] < shares[next])) {
                    next = i;
                }
            }
            shares[next]++;
        }
        SortedMap<String, Integer> result = new TreeMap<>();
        for (int i = 0; i < shares.length; i++) {
            result.put(names.get(i), shares[i]);
        }
        return result;
    }

    @Seeds(300)
    void dividesAsIfOneByOne(Random random) {
        Map<String, Long> weights = weights(random);
        int replicas = random.nextInt(60);
        assertThat(Apportionment.of(replicas, weights, "")).isEqualTo(oneByOne(replicas, weights));
    }

    @Seeds(300)
    void nobodyLosesWhenThereIsOneMore(Random random) {
        Map<String, Long> weights = weights(random);
        int replicas = random.nextInt(200);
        String uid = "uid-" + random.nextInt(10);
        SortedMap<String, Integer> before = Apportionment.of(replicas, weights, uid);
        SortedMap<String, Integer> after = Apportionment.of(replicas + 1, weights, uid);
        assertThat(before.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(replicas);
        assertThat(after.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(replicas + 1);
        before.forEach((name, share) -> assertThat(after.get(name)).isGreaterThanOrEqualTo(share));
    }

    @Test
    void managesTheLargestNumbers() {
        Map<String, Long> weights = new TreeMap<>(Map.of("a", Long.MAX_VALUE, "b", Long.MAX_VALUE, "c", 1L));
        assertThat(Apportionment.of(Integer.MAX_VALUE, weights, ""))
                .containsExactly(
                        Map.entry("a", Integer.MAX_VALUE / 2 + 1),
                        Map.entry("b", Integer.MAX_VALUE / 2),
                        Map.entry("c", 0));
    }
}
