package dev.archipelago.apiserver.validation;

import dev.archipelago.api.quantity.Quantity;
import java.util.List;

/// Checks of numbers, percentages and quantities that are common to many fields.
final class Numbers {
    private static final String NOT_NEGATIVE = "must be greater than or equal to 0";

    private Numbers() {}

    static void notNegative(Cursor object, String field) {
        if (object.number(field) < 0) {
            object.field(field).invalid(NOT_NEGATIVE);
        }
    }

    static void positive(Cursor object, String field) {
        if (object.number(field) <= 0) {
            Cursor at = object.field(field);
            at.invalid(at.number(), "must be greater than zero");
        }
    }

    static void inRange(Cursor at, long low, long high) {
        if (at.number() < low || at.number() > high) {
            at.invalid(at.number(), "must be between " + low + " and " + high + ", inclusive");
        }
    }

    static void port(Cursor at) {
        inRange(at, 1, 65_535);
    }

    static void portNumberOrName(Cursor at) {
        if (at.isText()) {
            Formats.PORT_NAME.check(at);
        } else {
            port(at);
        }
    }

    /// A user or group of a Unix system.
    static void unixId(Cursor at) {
        if (at.present()) {
            inRange(at, 0, Integer.MAX_VALUE);
        }
    }

    static void fileMode(Cursor object, String field) {
        long mode = object.number(field);
        if (mode < 0 || mode > 0777) {
            object.field(field).invalid("must be a number between 0 and 0777 (octal), both inclusive");
        }
    }

    static void countOrPercent(Cursor at) {
        if (at.isText()) {
            Formats.PERCENT.check(at);
        } else if (at.number() < 0) {
            at.invalid(NOT_NEGATIVE);
        }
    }

    static void atMostHundredPercent(Cursor at) {
        if (at.isText() && isPercent(at.text()) && leadingNumber(at.text()) > 100) {
            at.invalid("must not be greater than 100%");
        }
    }

    /// The number of a count or percentage, whichever it is.
    static long countOrPercentValue(Cursor at) {
        if (!at.isText()) {
            return at.number();
        }
        return isPercent(at.text()) ? leadingNumber(at.text()) : 0;
    }

    private static boolean isPercent(String text) {
        return Formats.percent(text).isEmpty();
    }

    private static long leadingNumber(String percent) {
        try {
            return Long.parseLong(percent, 0, percent.length() - 1, 10);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    static Quantity quantity(Cursor at) {
        return at.text().isEmpty() ? Quantity.ZERO : Quantity.parse(at.text());
    }

    static void quantityNotNegative(Cursor at) {
        if (at.text().startsWith("-") && quantity(at).signum() < 0) {
            at.invalid(NOT_NEGATIVE);
        }
    }

    static void oneOf(Cursor at, List<String> supported) {
        if (!supported.contains(at.text())) {
            at.notSupported(supported);
        }
    }

    /// As [#oneOf], but an absent value is another complaint.
    static void requireOneOf(Cursor at, List<String> supported) {
        if (at.text().isEmpty()) {
            at.required();
        } else {
            oneOf(at, supported);
        }
    }
}
