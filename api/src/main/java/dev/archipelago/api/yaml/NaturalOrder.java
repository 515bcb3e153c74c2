package dev.archipelago.api.yaml;

import java.util.Comparator;

/// The order of keys in YAML: signs, then numbers by their value, then letters, so that `a2` comes before `a10`.
final class NaturalOrder implements Comparator<String> {
    @Override
    public int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            int leftEnd = end(left, i);
            int rightEnd = end(right, j);
            int order = rank(left, i) - rank(right, j);
            if (order == 0 && rank(left, i) == 1) {
                order = compareNumbers(left.substring(i, leftEnd), right.substring(j, rightEnd));
            } else if (order == 0) {
                order = Integer.compare(left.codePointAt(i), right.codePointAt(j));
            }
            if (order != 0) {
                return order;
            }
            i = leftEnd;
            j = rightEnd;
        }
        return Integer.compare(left.length() - i, right.length() - j);
    }

    private static int rank(String text, int index) {
        int c = text.codePointAt(index);
        return isDigit(c) ? 1 : Character.isLetter(c) ? 2 : 0;
    }

    /// Where the number or the character that begins at an index ends.
    private static int end(String text, int index) {
        int c = text.codePointAt(index);
        int end = index + Character.charCount(c);
        while (isDigit(c) && end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static int compareNumbers(String left, String right) {
        String leftDigits = stripped(left);
        String rightDigits = stripped(right);
        int order = Integer.compare(leftDigits.length(), rightDigits.length());
        if (order == 0) {
            order = leftDigits.compareTo(rightDigits);
        }
        return order != 0 ? order : Integer.compare(left.length(), right.length());
    }

    private static String stripped(String number) {
        int start = 0;
        while (start < number.length() && number.charAt(start) == '0') {
            start++;
        }
        return number.substring(start);
    }
}
