package dev.archipelago.federation.schedule.policy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// Divides replicas in proportion to weights by the method of Webster and Sainte-Laguë: each replica goes where `weight
/// / (2 * replicas + 1)` is largest. More replicas never take one from a cluster.
public final class Apportionment {
    private static final int FNV_BASIS = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private Apportionment() {}

    private record Share(String name, long weight, int replicas) {

        Share plusOne() {
            return new Share(name, weight, replicas + 1);
        }

        /// Compares the exact quotients, so that neither rounding nor large weights change the order.
        int compareClaim(Share other) {
            long mine = 2L * other.replicas + 1;
            long theirs = 2L * replicas + 1;
            int high = Long.compare(Math.multiplyHigh(weight, mine), Math.multiplyHigh(other.weight, theirs));
            return high != 0 ? high : Long.compareUnsigned(weight * mine, other.weight * theirs);
        }
    }

    /// Divides all replicas.
    ///
    /// @param weights none negative, and one positive if there is something to divide
    /// @param uid decides ties: every second object uses the reverse order of names
    public static SortedMap<String, Integer> of(int replicas, Map<String, Long> weights, String uid) {
        Comparator<String> names = isOdd(uid) ? Comparator.reverseOrder() : Comparator.naturalOrder();
        PriorityQueue<Share> shares = new PriorityQueue<>(((Comparator<Share>) (one, other) -> other.compareClaim(one))
                .thenComparingInt(Share::replicas)
                .thenComparing(Share::name, names));
        SortedMap<String, Integer> result = new TreeMap<>();
        long left = replicas;
        BigInteger total = weights.values().stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        int sure = Math.max(0, replicas - weights.size() / 2 - 1);
        for (Map.Entry<String, Long> weight : weights.entrySet()) {
            result.put(weight.getKey(), 0);
            if (weight.getValue() > 0) {
                int start = rounded(weight.getValue(), sure, total);
                shares.add(new Share(weight.getKey(), weight.getValue(), start));
                left -= start;
            }
        }
        for (; left > 0; left--) {
            shares.add(shares.remove().plusOne());
        }
        shares.forEach(share -> result.put(share.name, share.replicas));
        return result;
    }

    /// The share of some replicas, halves rounded up.
    ///  This is how the first replicas are divided in any case, because all clusters with an equally large quotient
    /// get theirs, so they need not be given one by one. Rounding gives each cluster at most half a replica too
    /// many; the caller divides that many fewer.
    private static int rounded(long weight, int replicas, BigInteger total) {
        BigInteger twice = total.shiftLeft(1);
        return BigInteger.valueOf(weight)
                .multiply(BigInteger.valueOf(2L * replicas))
                .add(total)
                .divide(twice)
                .intValueExact();
    }

    /// Whether FNV-1a of the uid is odd.
    private static boolean isOdd(String uid) {
        if (uid.isEmpty()) {
            return false;
        }
        int hash = FNV_BASIS;
        for (byte b : uid.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return (hash & 1) == 1;
    }
}
