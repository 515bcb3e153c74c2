package dev.archipelago.apiserver.service;

/// IPv4 addresses as numbers.
final class Ipv4 {
    private static final int PARTS = 4;
    private static final int PART_MAX = 255;

    private Ipv4() {}

    /// The number, or -1 for what is no address.
    static long parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != PARTS) {
            return -1;
        }
        long number = 0;
        for (String part : parts) {
            int value = value(part);
            if (value < 0) {
                return -1;
            }
            number = number << 8 | value;
        }
        return number;
    }

    private static int value(String part) {
        if (part.isEmpty() || part.length() > 3) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value > PART_MAX ? -1 : value;
    }

    static String text(long number) {
        return (number >> 24 & PART_MAX) + "." + (number >> 16 & PART_MAX) + "." + (number >> 8 & PART_MAX) + "."
                + (number & PART_MAX);
    }
}
