package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaText;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/// An IP address, of either family.
record IpAddress(InetAddress address) {

    /// The address that a text is. Zones, and IPv4 addresses written as IPv6 ones, are none.
    ///
    /// @throws IllegalArgumentException worded as Kubernetes words it
    static IpAddress parse(String text) {
        boolean six = text.indexOf(':') >= 0;
        if (six && text.indexOf('%') >= 0) {
            throw new IllegalArgumentException(
                    "IP address " + SchemaText.quoted(text) + " with zone value is not allowed");
        }
        if (six ? !isHexAndColons(text) : !isFourDecimals(text)) {
            throw unparseable(text);
        }
        try {
            InetAddress address = InetAddress.ofLiteral(text);
            if (six && address instanceof Inet4Address) {
                throw new IllegalArgumentException(
                        "IPv4-mapped IPv6 address " + SchemaText.quoted(text) + " is not allowed");
            }
            return new IpAddress(address);
        } catch (IllegalArgumentException e) {
            if (String.valueOf(e.getMessage()).startsWith("IPv4-mapped")) {
                throw e;
            }
            throw unparseable(text);
        }
    }

    private static IllegalArgumentException unparseable(String text) {
        return new IllegalArgumentException("IP Address " + SchemaText.quoted(text)
                + " parse error during conversion from string: ParseAddr(" + SchemaText.quoted(text)
                + "): unable to parse IP");
    }

    private static boolean isHexAndColons(String text) {
        return text.chars().allMatch(c -> c == ':' || c == '.' || Character.digit(c, 16) >= 0);
    }

    private static boolean isFourDecimals(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            boolean digits =
                    !part.isEmpty() && part.length() <= 3 && part.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!digits || (part.length() > 1 && part.startsWith("0")) || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return true;
    }

    long family() {
        return address instanceof Inet4Address ? 4 : 6;
    }

    int bits() {
        return address.getAddress().length * Byte.SIZE;
    }

    boolean isLinkLocalMulticast() {
        byte[] bytes = address.getAddress();
        return family() == 4
                ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
                : bytes[0] == (byte) 0xff && (bytes[1] & 0x0f) == 2;
    }

    boolean isGlobalUnicast() {
        byte[] broadcast = {-1, -1, -1, -1};
        return !Arrays.equals(address.getAddress(), broadcast)
                && !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isMulticastAddress()
                && !address.isLinkLocalAddress();
    }

    /// Whether the first bits are those of another address of the same family.
    boolean shares(IpAddress other, int bits) {
        byte[] own = address.getAddress();
        byte[] others = other.address.getAddress();
        if (own.length != others.length) {
            return false;
        }
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> (i % 8);
            if ((own[i / 8] & mask) != (others[i / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /// With all bits after the first ones cleared.
    IpAddress masked(int bits) {
        byte[] bytes = address.getAddress();
        for (int i = bits; i < bytes.length * Byte.SIZE; i++) {
            bytes[i / 8] &= (byte) ~(0x80 >> (i % 8));
        }
        return parse(text(bytes));
    }

    /// The canonical form.
    @Override
    public String toString() {
        return text(address.getAddress());
    }

    private static String text(byte[] bytes) {
        if (bytes.length == 4) {
            return (bytes[0] & 255) + "." + (bytes[1] & 255) + '.' + (bytes[2] & 255) + '.' + (bytes[3] & 255);
        }
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (bytes[2 * i] & 255) << 8 | (bytes[2 * i + 1] & 255);
        }
        int gap = longestGap(groups);
        int gapEnd = gap;
        while (gap >= 0 && gapEnd < 8 && groups[gapEnd] == 0) {
            gapEnd++;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == gap) {
                out.append("::");
                i = gapEnd - 1;
            } else {
                out.append(i == 0 || i == gapEnd ? "" : ":").append(Integer.toHexString(groups[i]));
            }
        }
        return out.toString();
    }

    /// Where the longest run of two or more zero groups starts; negative when there is none.
    private static int longestGap(int[] groups) {
        int best = -1;
        int bestLength = 1;
        for (int start = 0; start < 8; start++) {
            int end = start;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - start > bestLength) {
                best = start;
                bestLength = end - start;
            }
            start = Math.max(start, end - 1);
        }
        return best;
    }
}
