package dev.archipelago.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;

/// Arithmetic and spelling of figures. What is unknown is NaN, shown as `-`.
final class Numbers {
    private Numbers() {}

    static double ratio(double ours, double peer) {
        return peer == 0 ? Double.NaN : ours / peer;
    }

    /// The middle one, or the mean of the middle two; unknown ones do not count.
    static double median(double... values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// About three digits that matter.
    static String text(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        if (size >= 100 || size == 0) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 1) {
            return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
        }
        return new BigDecimal(value, new MathContext(2)).toPlainString();
    }
}
