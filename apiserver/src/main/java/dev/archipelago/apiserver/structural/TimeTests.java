package dev.archipelago.apiserver.structural;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;

/// The formats of strings that are dates, times and durations.
final class TimeTests {
    private static final int DATE_LENGTH = 10;

    private TimeTests() {}

    static boolean isDate(String text) {
        if (text.length() != DATE_LENGTH || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        if (year < 0 || month < 0 || day < 0) {
            return false;
        }
        try {
            LocalDate.of(year, month, day);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /// A date, `T`, a time of day with any fraction, and a zone.
    static boolean isDateTime(String text) {
        if (text.length() < DATE_LENGTH + 10 || Character.toLowerCase(text.charAt(DATE_LENGTH)) != 't') {
            return false;
        }
        int at = DATE_LENGTH + 1;
        boolean clock = number(text, at, at + 2) <= 23
                && number(text, at + 3, at + 5) <= 59
                && number(text, at + 6, at + 8) <= 59
                && Math.min(
                                number(text, at, at + 2),
                                Math.min(number(text, at + 3, at + 5), number(text, at + 6, at + 8)))
                        >= 0
                && text.charAt(at + 2) == ':'
                && text.charAt(at + 5) == ':';
        return clock && isDate(text.substring(0, DATE_LENGTH)) && isFractionAndZone(text, at + 8);
    }

    private static boolean isFractionAndZone(String text, int start) {
        int at = start;
        if (!isZone(text, at)) {
            at++;
            int digits = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            return at > digits && isZone(text, at);
        }
        return true;
    }

    private static boolean isZone(String text, int at) {
        int left = text.length() - at;
        if (left == 1) {
            return Character.toLowerCase(text.charAt(at)) == 'z';
        }
        return left == 6
                && (text.charAt(at) == '+' || text.charAt(at) == '-')
                && number(text, at + 1, at + 3) >= 0
                && text.charAt(at + 3) == ':'
                && number(text, at + 4, at + 6) >= 0;
    }

    private static int number(String text, int start, int end) {
        int number = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + c - '0';
        }
        return number;
    }

    /// What Go reads as a duration, such as `1h30m`, or a number and a word, such as `3 days`.
    static boolean isDuration(String text) {
        return isGoDuration(text) || isWordyDuration(text);
    }

    private static boolean isGoDuration(String text) {
        int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (text.substring(at).equals("0")) {
            return true;
        }
        if (at == text.length()) {
            return false;
        }
        while (at < text.length()) {
            int digits = at;
            boolean point = false;
            int count = 0;
            while (digits < text.length() && (Character.isDigit(text.charAt(digits)) || text.charAt(digits) == '.')) {
                if (text.charAt(digits) == '.') {
                    if (point) {
                        return false;
                    }
                    point = true;
                } else {
                    count++;
                }
                digits++;
            }
            int unit = digits;
            while (unit < text.length() && !Character.isDigit(text.charAt(unit)) && text.charAt(unit) != '.') {
                unit++;
            }
            if (count == 0 || !isGoUnit(text.substring(digits, unit))) {
                return false;
            }
            at = unit;
        }
        return true;
    }

    private static boolean isGoUnit(String unit) {
        return switch (unit) {
            case "ns", "us", "µs", "μs", "ms", "s", "m", "h" -> true;
            default -> false;
        };
    }

    private static boolean isWordyDuration(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (!Character.isDigit(text.charAt(at))) {
                continue;
            }
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            int word = at;
            while (word < text.length() && Character.isWhitespace(text.charAt(word))) {
                word++;
            }
            int end = word;
            while (end < text.length() && Character.isLetter(text.charAt(end))) {
                end++;
            }
            if (end > word && isUnitWord(text.substring(word, end).toLowerCase(Locale.ROOT))) {
                return true;
            }
            at = Math.max(at, end) - 1;
        }
        return false;
    }

    private static boolean isUnitWord(String word) {
        return switch (word) {
            case "ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk" -> true;
            default ->
                word.startsWith("nano")
                        || word.startsWith("micro")
                        || word.startsWith("milli")
                        || word.startsWith("sec")
                        || word.startsWith("min")
                        || word.startsWith("hour")
                        || word.startsWith("day")
                        || word.startsWith("week");
        };
    }
}
