package dev.archipelago.federation.schedule;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Parses and generates preferences and replica counts.
public final class TestingPreferences {
    private TestingPreferences() {}

    /// Reads `rebalance, A m2 M5 w1, * w1`: minimum, maximum and weight.
    public static Preferences preferences(String text) {
        SortedMap<String, ClusterPreference> clusters = new TreeMap<>();
        boolean rebalance = false;
        for (String entry : text.split(", *")) {
            if (entry.equals("rebalance")) {
                rebalance = true;
            } else {
                List<String> words = List.of(entry.split(" "));
                clusters.put(words.getFirst(), preference(words.subList(1, words.size())));
            }
        }
        return new Preferences(rebalance, clusters);
    }

    private static ClusterPreference preference(List<String> words) {
        long min = 0;
        OptionalLong max = OptionalLong.empty();
        long weight = 0;
        for (String word : words) {
            long number = Long.parseLong(word.substring(1));
            switch (word.charAt(0)) {
                case 'm' -> min = number;
                case 'M' -> max = OptionalLong.of(number);
                case 'w' -> weight = number;
                default -> throw new IllegalArgumentException(word);
            }
        }
        return new ClusterPreference(min, max, weight);
    }

    /// Reads `A=1 B=2`.
    public static SortedMap<String, Integer> numbers(String text) {
        SortedMap<String, Integer> numbers = new TreeMap<>();
        for (String entry : names(text)) {
            String[] parts = entry.split("=");
            numbers.put(parts[0], Integer.parseInt(parts[1]));
        }
        return numbers;
    }

    /// Reads `A B C`.
    public static List<String> names(String text) {
        return Arrays.stream(text.split(" ")).filter(name -> !name.isEmpty()).toList();
    }

    public static int sum(SortedMap<String, Integer> numbers) {
        return numbers.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// Some of `c1` to `c6`, in any order.
    public static List<String> someClusters(Random random) {
        return random.ints(0, 6)
                .limit(8)
                .distinct()
                .mapToObj(i -> "c" + (i + 1))
                .limit(random.nextInt(7))
                .toList();
    }

    /// No minimum is above its maximum.
    public static Preferences anyPreferences(Random random) {
        SortedMap<String, ClusterPreference> clusters = new TreeMap<>();
        IntStream.rangeClosed(1, 6)
                .filter(i -> random.nextInt(3) == 0)
                .forEach(i -> clusters.put("c" + i, anyPreference(random)));
        if (random.nextInt(4) > 0) {
            clusters.put("*", anyPreference(random));
        }
        return new Preferences(random.nextBoolean(), clusters);
    }

    private static ClusterPreference anyPreference(Random random) {
        long min = random.nextBoolean() ? random.nextInt(5) : 0;
        OptionalLong max = random.nextInt(3) == 0 ? OptionalLong.of(min + random.nextInt(8)) : OptionalLong.empty();
        long weight = random.nextInt(10) == 0 ? ClusterPreference.WEIGHT_MAX : random.nextInt(4);
        return new ClusterPreference(min, max, weight);
    }
}
