package dev.archipelago.apiserver.structural;

/// The formats of strings that are network addresses.
final class AddressTests {
    private AddressTests() {}

    /// Leading zeros are tolerated, as Kubernetes does for the sake of old objects.
    static boolean isIpv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return text.contains(".") && isIpv6(text);
        }
        for (String part : parts) {
            if (!isNumber(part, 255)) {
                return text.contains(":") && isIpv6(text);
            }
        }
        return true;
    }

    private static boolean isNumber(String text, int max) {
        if (text.isEmpty() || text.length() > 3) {
            return false;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            number = number * 10 + c - '0';
        }
        return number <= max;
    }

    static boolean isIpv6(String text) {
        if (!text.contains(":")) {
            return false;
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == 8;
        }
        int before = gap == 0 ? 0 : groups(text.substring(0, gap), false);
        String rest = text.substring(gap + 2);
        int after = rest.isEmpty() ? 0 : groups(rest, true);
        return before >= 0 && after >= 0 && before + after < 8;
    }

    /// How many groups of 16 bits there are; negative when one is wrong.
    private static int groups(String text, boolean mayEndInIpv4) {
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            if (mayEndInIpv4 && i == parts.length - 1 && parts[i].contains(".")) {
                count += parts[i].contains(":") || !isIpv4(parts[i]) ? -100 : 2;
            } else {
                count += isGroup(parts[i]) ? 1 : -100;
            }
        }
        return count;
    }

    private static boolean isGroup(String text) {
        if (text.isEmpty() || text.length() > 4) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return false;
        }
        String address = text.substring(0, slash);
        String bits = text.substring(slash + 1);
        return isIpv6(address) ? isNumber(bits, 128) : isIpv4(address) && isNumber(bits, 32);
    }

    /// 6, 8 or 20 octets, in pairs with colons or dashes, or in fours with dots.
    static boolean isMac(String text) {
        if (text.length() < 14) {
            return false;
        }
        char separator = text.charAt(2) == ':' || text.charAt(2) == '-' ? text.charAt(2) : '.';
        int width = separator == '.' ? 4 : 2;
        String[] parts = text.split(separator == '.' ? "\\." : String.valueOf(separator), -1);
        int octets = parts.length * width / 2;
        if (octets != 6 && octets != 8 && octets != 20) {
            return false;
        }
        for (String part : parts) {
            if (part.length() != width || !isGroup(part)) {
                return false;
            }
        }
        return true;
    }
}
