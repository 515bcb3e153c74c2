package dev.archipelago.api.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// An exact amount such as `500m`, `1.5Gi` or `12e6`, with the notation it was written in.
///
/// Two quantities are equal when their amounts are, whatever their notation.
public final class Quantity implements Comparable<Quantity> {
    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, Notation.DECIMAL);

    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigInteger KIBI_INTEGER = BigInteger.valueOf(1024);
    private static final int EXPONENT_MAX = 18;

    /// How the amount is written.
    enum Notation {
        /// `1k`
        DECIMAL,
        /// `1Ki`
        BINARY,
        /// `1e3`
        EXPONENT
    }

    private final BigDecimal amount;
    private final Notation notation;

    Quantity(BigDecimal amount, Notation notation) {
        this.amount = amount;
        this.notation = notation;
    }

    /// Reads a quantity in any of its notations.
    ///
    /// @throws IllegalArgumentException worded as Kubernetes words it
    public static Quantity parse(String text) {
        return QuantityText.parse(text);
    }

    /// The canonical form of a quantity's text; the very same string if it is canonical already.
    ///
    /// @throws IllegalArgumentException worded as Kubernetes words it
    public static String canonical(String text) {
        return QuantityText.isPlainlyCanonical(text) ? text : parse(text).canonical();
    }

    /// The canonical form: an integer without trailing zeros and the largest suffix that needs no fraction.
    public String canonical() {
        if (amount.signum() == 0) {
            return "0";
        }
        boolean binary = notation == Notation.BINARY && amount.abs().compareTo(KIBI) >= 0 && isInteger();
        return binary ? binaryText() : decimalText();
    }

    private String binaryText() {
        BigInteger number = amount.toBigIntegerExact();
        int power = 0;
        while (power < QuantityText.BINARY_SUFFIXES.size() - 1) {
            BigInteger[] parts = number.divideAndRemainder(KIBI_INTEGER);
            if (parts[1].signum() != 0) {
                break;
            }
            number = parts[0];
            power++;
        }
        return number + QuantityText.BINARY_SUFFIXES.get(power);
    }

    private String decimalText() {
        BigDecimal stripped = amount.stripTrailingZeros();
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        if (notation != Notation.EXPONENT) {
            exponent = Math.min(exponent, EXPONENT_MAX);
        }
        BigInteger number = stripped.movePointLeft(exponent).toBigIntegerExact();
        if (notation != Notation.EXPONENT) {
            return number + QuantityText.decimalSuffix(exponent);
        }
        return exponent == 0 ? number.toString() : number + "e" + exponent;
    }

    public Quantity add(Quantity other) {
        return new Quantity(amount.add(other.amount), amount.signum() == 0 ? other.notation : notation);
    }

    public Quantity subtract(Quantity other) {
        return new Quantity(amount.subtract(other.amount), amount.signum() == 0 ? other.notation : notation);
    }

    public int signum() {
        return amount.signum();
    }

    public boolean isInteger() {
        return amount.signum() == 0 || amount.stripTrailingZeros().scale() <= 0;
    }

    /// The amount in whole units, rounded up, and held to the range of a long.
    public long wholeUnits() {
        return clamped(amount);
    }

    /// The amount in thousandths, rounded up, and held to the range of a long.
    public long milliUnits() {
        return clamped(amount.movePointRight(3));
    }

    public Quantity roundUpToMilli() {
        return amount.scale() <= 3 ? this : new Quantity(amount.setScale(3, RoundingMode.UP), notation);
    }

    private static long clamped(BigDecimal value) {
        BigInteger whole = value.setScale(0, RoundingMode.UP).toBigInteger();
        if (whole.bitLength() < Long.SIZE) {
            return whole.longValue();
        }
        return whole.signum() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    @Override
    public String toString() {
        return canonical();
    }
}
