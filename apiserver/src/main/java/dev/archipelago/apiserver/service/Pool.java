package dev.archipelago.apiserver.service;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;

/// Values that can be given once each. Who has one is kept in the store, a key for each.
///
/// @param prefix of the keys
/// @param range as people know it
/// @param band how many of the first values are left to those who ask for a certain one, as long as there are others
/// @param text of a value by its number
/// @param number of a value by its text, or a negative one for those of another range
record Pool(String prefix, String range, int size, int band, IntFunction<String> text, ToIntFunction<String> number) {
    private static final int TRIES = 16;

    static Pool addresses(ServiceNetwork network) {
        int slash = network.clusterIps().indexOf('/');
        int bits = 32 - Integer.parseInt(network.clusterIps().substring(slash + 1));
        long base = Ipv4.parse(network.clusterIps().substring(0, slash)) >> bits << bits;
        // Neither the network's own address nor the one for broadcasts.
        long first = base + 1;
        int size = (1 << bits) - 2;
        int band = size <= 16 ? 0 : Math.clamp(size / 16, 16, 256);
        return new Pool(
                "allotments/clusterips/",
                Ipv4.text(base) + '/' + (32 - bits),
                size,
                band,
                index -> Ipv4.text(first + index),
                value -> index(Ipv4.parse(value) - first, size));
    }

    static Pool ports(ServiceNetwork network) {
        int size = network.nodePortMax() - network.nodePortMin() + 1;
        int band = size < 32 ? 0 : Math.clamp(size / 32, 16, 128);
        return new Pool(
                "allotments/nodeports/",
                network.nodePortMin() + "-" + network.nodePortMax(),
                size,
                band,
                index -> Integer.toString(network.nodePortMin() + index),
                value -> index(Long.parseLong(value) - network.nodePortMin(), size));
    }

    private static int index(long index, int size) {
        return index < 0 || index >= size ? -1 : (int) index;
    }

    String value(int index) {
        return text.apply(index);
    }

    String key(String value) {
        return prefix + value;
    }

    boolean contains(String value) {
        return number.applyAsInt(value) >= 0;
    }

    /// A value that nobody has.
    ///
    /// @param promised keys that are as good as taken
    /// @return nothing when all are taken
    OptionalInt free(Store store, RandomGenerator random, Set<String> promised) {
        for (int i = 0; i < TRIES; i++) {
            int index = random.nextInt(band, size);
            String key = key(value(index));
            if (!promised.contains(key) && store.get(key).isEmpty()) {
                return OptionalInt.of(index);
            }
        }
        Set<String> taken = new HashSet<>(promised);
        for (KeyValue entry : store.range(prefix, "", 0, 0).entries()) {
            taken.add(entry.key());
        }
        int above = size - band;
        OptionalInt free = firstFree(band, above, random.nextInt(above), taken);
        return free.isPresent() || band == 0 ? free : firstFree(0, band, 0, taken);
    }

    /// Looks through a part of the values once, from somewhere in it.
    private OptionalInt firstFree(int offset, int count, int start, Set<String> taken) {
        for (int i = 0; i < count; i++) {
            int index = offset + (start + i) % count;
            if (!taken.contains(key(value(index)))) {
                return OptionalInt.of(index);
            }
        }
        return OptionalInt.empty();
    }
}
