package dev.archipelago.api.quantity;

import dev.archipelago.api.quantity.Quantity.Notation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/// The grammar of quantities: a number, then a suffix of one of three families.
final class QuantityText {
    static final List<String> BINARY_SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final String DECIMAL_SUFFIXES = "num kMGTPE";
    private static final int LENGTH_MAX = 128;
    /// Larger exponents mean nothing and would make numbers of any length out of a few bytes.
    private static final int EXPONENT_MAX = 100;

    private static final int FRACTION_DIGITS_MAX = 9;
    private static final BigDecimal BINARY_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final String FORMAT_WRONG =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String NUMBER_WRONG = "unable to parse numeric part of quantity";
    private static final String SUFFIX_WRONG = "unable to parse quantity's suffix";

    private QuantityText() {}

    /// Whether the text is in canonical form at first sight, which nearly all are. False also for some that are.
    static boolean isPlainlyCanonical(String text) {
        int length = text.length();
        if (length == 0 || length > 15) {
            return false;
        }
        long number = 0;
        int at = 0;
        for (; at < length && isDigit(text.charAt(at)); at++) {
            number = number * 10 + (text.charAt(at) - '0');
        }
        if (at == 0 || text.charAt(0) == '0') {
            return length == 1 && at == 1;
        }
        return switch (length - at) {
            case 0 -> number % 1000 != 0;
            case 1 -> number % 1000 != 0 && text.charAt(at) != ' ' && DECIMAL_SUFFIXES.indexOf(text.charAt(at)) >= 0;
            case 2 ->
                number % 1024 != 0
                        && number < 1024
                        && text.charAt(at + 1) == 'i'
                        && "KMGTP".indexOf(text.charAt(at)) >= 0;
            default -> false;
        };
    }

    static String decimalSuffix(int exponent) {
        return exponent == 0 ? "" : String.valueOf(DECIMAL_SUFFIXES.charAt(exponent / 3 + 3));
    }

    static Quantity parse(String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(FORMAT_WRONG);
        }
        int split = numberEnd(text);
        String suffix = text.substring(split);
        requireSuffixShape(suffix);
        int binary = BINARY_SUFFIXES.indexOf(suffix);
        if (binary > 0) {
            BigDecimal unit = new BigDecimal(BigInteger.ONE.shiftLeft(10 * binary));
            return binary(number(text, split).multiply(unit));
        }
        boolean exponent = suffix.length() > 1;
        BigDecimal amount = number(text, split).scaleByPowerOfTen(exponent ? exponent(suffix) : decimalPower(suffix));
        return new Quantity(rounded(amount), exponent ? Notation.EXPONENT : Notation.DECIMAL);
    }

    private static Quantity binary(BigDecimal exact) {
        BigDecimal amount = rounded(exact).min(BINARY_MAX);
        boolean fraction = amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0;
        return new Quantity(amount, fraction ? Notation.DECIMAL : Notation.BINARY);
    }

    private static BigDecimal rounded(BigDecimal amount) {
        return amount.scale() <= FRACTION_DIGITS_MAX ? amount : amount.setScale(FRACTION_DIGITS_MAX, RoundingMode.UP);
    }

    private static int numberEnd(String text) {
        int at = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int start = at;
        while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at == start) {
            throw new IllegalArgumentException(FORMAT_WRONG);
        }
        return at;
    }

    private static BigDecimal number(String text, int end) {
        String number = text.substring(0, end);
        if (number.indexOf('.') != number.lastIndexOf('.') || number.equals(".")) {
            throw new IllegalArgumentException(FORMAT_WRONG);
        }
        try {
            return new BigDecimal(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(NUMBER_WRONG, e);
        }
    }

    private static void requireSuffixShape(String suffix) {
        int at = 0;
        while (at < suffix.length() && "eEinumkKMGTP".indexOf(suffix.charAt(at)) >= 0) {
            at++;
        }
        if (at < suffix.length() && (suffix.charAt(at) == '-' || suffix.charAt(at) == '+')) {
            at++;
        }
        while (at < suffix.length() && isDigit(suffix.charAt(at))) {
            at++;
        }
        if (at < suffix.length()) {
            throw new IllegalArgumentException(FORMAT_WRONG);
        }
    }

    private static int decimalPower(String suffix) {
        int place = suffix.isEmpty() ? 3 : suffix.equals(" ") ? -1 : DECIMAL_SUFFIXES.indexOf(suffix);
        if (place < 0) {
            throw new IllegalArgumentException(SUFFIX_WRONG);
        }
        return (place - 3) * 3;
    }

    private static int exponent(String suffix) {
        try {
            int exponent = suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E'
                    ? Integer.parseInt(suffix, 1, suffix.length(), 10)
                    : Integer.MAX_VALUE;
            if (Math.abs((long) exponent) <= EXPONENT_MAX) {
                return exponent;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(SUFFIX_WRONG, e);
        }
        throw new IllegalArgumentException(SUFFIX_WRONG);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
