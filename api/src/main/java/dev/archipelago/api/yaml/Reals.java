package dev.archipelago.api.yaml;

import java.math.BigDecimal;

/// Numbers with a fraction, as YAML of Kubernetes shows them: the fewest digits, an exponent from a million on.
final class Reals {
    private Reals() {}

    static String shortest(float number) {
        return shortest(new BigDecimal(Float.toString(number)));
    }

    static String shortest(double number) {
        return shortest(new BigDecimal(Double.toString(number)));
    }

    private static String shortest(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal digits = number.stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= -4 && exponent < 6) {
            return digits.toPlainString();
        }
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        return "%se%s%02d".formatted(mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
}
