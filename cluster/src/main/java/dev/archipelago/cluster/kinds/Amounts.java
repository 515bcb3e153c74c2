package dev.archipelago.cluster.kinds;

import tools.jackson.databind.JsonNode;

/// Numbers that may be given as a percentage of something.
public final class Amounts {
    private Amounts() {}

    public static int scaledDown(JsonNode amount, int total) {
        return (int) Math.floorDiv(hundredths(amount, total), 100L);
    }

    public static int scaledUp(JsonNode amount, int total) {
        return (int) Math.ceilDiv(hundredths(amount, total), 100L);
    }

    private static long hundredths(JsonNode amount, int total) {
        if (amount.isNumber()) {
            return amount.asLong() * 100;
        }
        String text = amount.asString("");
        if (!text.endsWith("%")) {
            return 0;
        }
        try {
            return Long.parseLong(text.substring(0, text.length() - 1)) * total;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
