package dev.archipelago.cluster.kinds;

import tools.jackson.databind.JsonNode;

/// Reads numbers that may be percentages.
public final class Amounts {
    private Amounts() {}

    public static int scaledDown(JsonNode amount, int total) {
        return clamped(Math.floorDiv(hundredths(amount, total), 100L));
    }

    public static int scaledUp(JsonNode amount, int total) {
        return clamped(Math.ceilDiv(hundredths(amount, total), 100L));
    }

    private static int clamped(long number) {
        return Math.clamp(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static long hundredths(JsonNode amount, int total) {
        if (amount.isNumber()) {
            return (long) amount.asInt() * 100;
        }
        String text = amount.asString("");
        if (!text.endsWith("%")) {
            return 0;
        }
        try {
            return (long) Integer.parseInt(text.substring(0, text.length() - 1)) * total;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
