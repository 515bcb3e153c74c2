package dev.archipelago.apiserver.cel;

/// Arithmetic on costs, which stay at the greatest number instead of overflowing.
final class Cost {
    private Cost() {}

    static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long times(long a, long b) {
        if (a == 0 || b == 0) {
            return 0;
        }
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    /// A part of a size, rounded up.
    static long part(long size, double factor) {
        return size == Long.MAX_VALUE ? size : (long) Math.ceil(size * factor);
    }
}
