package dev.archipelago.api.yaml;

/// Texts that this reader takes for strings, but other readers of YAML may not: they are better quoted.
final class LooksLike {
    private LooksLike() {}

    /// A date, or a date and a time.
    static boolean timestamp(String text) {
        if (text.length() < 8 || text.charAt(4) != '-' || !areDigits(text, 0, 4)) {
            return false;
        }
        int month = digits(text, 5);
        int day = 5 + month + 1;
        if (month < 1 || month > 2 || day > text.length() || text.charAt(day - 1) != '-') {
            return false;
        }
        int end = day + digits(text, day);
        boolean dated = end > day && end <= day + 2;
        return dated && (end == text.length() || ("Tt ".indexOf(text.charAt(end)) >= 0 && isTime(text, end + 1)));
    }

    private static boolean isTime(String text, int start) {
        int i = start;
        for (int part = 0; part < 3; part++) {
            int length = digits(text, i);
            if (length < 1 || length > 2) {
                return false;
            }
            i += length;
            if (part < 2 && (i >= text.length() || text.charAt(i++) != ':')) {
                return false;
            }
        }
        for (; i < text.length(); i++) {
            if ("0123456789.:+-Z".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /// A number in base 60, such as `1:30:00`.
    static boolean sexagesimal(String text) {
        int i = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-') ? 1 : 0;
        int whole = digits(text, i);
        i += whole;
        if (whole == 0 || i == text.length() || text.charAt(i) != ':') {
            return false;
        }
        while (i < text.length() && text.charAt(i) == ':') {
            int length = digits(text, i + 1);
            if (length == 0 || length > 2 || (length == 2 && text.charAt(i + 1) > '5')) {
                return false;
            }
            i += 1 + length;
        }
        return i == text.length() || (text.charAt(i) == '.' && i + 1 + digits(text, i + 1) == text.length());
    }

    private static int digits(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end - start;
    }

    private static boolean areDigits(String text, int start, int end) {
        return digits(text, start) == end - start;
    }
}
