package dev.archipelago.apiserver.table;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Quantities in their canonical form: no fraction, and the largest unit that needs none.
final class Quantity {
    private static final String BINARY = "KMGTPE";
    private static final String DECIMAL = "num kMGTPE";
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final int MAX_EXPONENT = 18;
    // Longer numbers are not quantities that anybody can have.
    private static final int MAX_LENGTH = 64;

    private Quantity() {}

    /// The canonical form, or the text itself where it is no quantity.
    static String canonical(String text) {
        int end = 0;
        while (end < text.length() && "+-.0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        try {
            return text.length() > MAX_LENGTH
                    ? text
                    : canonical(new BigDecimal(text.substring(0, end)), text.substring(end));
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private static String canonical(BigDecimal number, String unit) {
        if (unit.length() == 2 && unit.charAt(1) == 'i' && BINARY.indexOf(unit.charAt(0)) >= 0) {
            int power = BINARY.indexOf(unit.charAt(0)) + 1;
            return binary(number.multiply(new BigDecimal(KIBI.pow(power))));
        }
        if (unit.isEmpty()) {
            return decimal(number, false);
        }
        if (unit.length() == 1 && DECIMAL.indexOf(unit.charAt(0)) >= 0 && unit.charAt(0) != ' ') {
            return decimal(number.scaleByPowerOfTen(3 * DECIMAL.indexOf(unit.charAt(0)) - 9), false);
        }
        if (unit.charAt(0) == 'e' || unit.charAt(0) == 'E') {
            int exponent = Integer.parseInt(unit.substring(1));
            if (Math.abs(exponent) > MAX_LENGTH) {
                throw new NumberFormatException(unit);
            }
            return decimal(number.scaleByPowerOfTen(exponent), true);
        }
        throw new NumberFormatException(unit);
    }

    private static String binary(BigDecimal value) {
        if (value.abs().compareTo(new BigDecimal(KIBI)) < 0) {
            return decimal(value, false);
        }
        BigInteger whole = value.setScale(0, RoundingMode.UP).toBigIntegerExact();
        int power = 0;
        while (power < BINARY.length() && whole.mod(KIBI).signum() == 0) {
            whole = whole.divide(KIBI);
            power++;
        }
        return whole + (power == 0 ? "" : BINARY.charAt(power - 1) + "i");
    }

    private static String decimal(BigDecimal value, boolean exponential) {
        BigDecimal nano = value.setScale(Math.min(9, Math.max(value.scale(), 0)), RoundingMode.UP)
                .stripTrailingZeros();
        if (nano.signum() == 0) {
            return "0";
        }
        // The largest multiple of three that leaves no fraction.
        int exponent = Math.min(Math.floorDiv(-nano.scale(), 3) * 3, MAX_EXPONENT);
        BigInteger whole = nano.scaleByPowerOfTen(-exponent).toBigIntegerExact();
        if (exponent == 0) {
            return whole.toString();
        }
        return whole + (exponential ? "e" + exponent : String.valueOf(DECIMAL.charAt(exponent / 3 + 3)));
    }
}
