package dev.archipelago.bench.report;

/// Something that is measured.
///
/// @param better which direction is good news
public record Measure(String name, String unit, Better better) {

    /// Which of two figures is the better one.
    public enum Better {
        HIGHER,
        LOWER
    }

    public static Measure rate(String name, String unit) {
        return new Measure(name, unit, Better.HIGHER);
    }

    public static Measure cost(String name, String unit) {
        return new Measure(name, unit, Better.LOWER);
    }

    String label() {
        return unit.isEmpty() ? name : name + ", " + unit;
    }
}
