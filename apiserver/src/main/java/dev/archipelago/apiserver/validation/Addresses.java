package dev.archipelago.apiserver.validation;

/// IP addresses and blocks of them, recognised without ever asking a resolver.
final class Addresses {
    private static final String IP_WRONG = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    private static final String CIDR_WRONG = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

    private Addresses() {}

    static void ip(Cursor at) {
        ip(at, at.text());
    }

    static void ip(Cursor at, String value) {
        if (!isIpv4(value) && !isIpv6(value)) {
            at.invalid(value, IP_WRONG);
        }
    }

    static void cidr(Cursor at, String value) {
        if (!isCidr(value)) {
            at.invalid(value, CIDR_WRONG);
        }
    }

    static boolean isCidr(String value) {
        int slash = value.indexOf('/');
        if (slash < 0) {
            return false;
        }
        String address = value.substring(0, slash);
        String bits = value.substring(slash + 1);
        if (bits.isEmpty() || bits.length() > 3 || (bits.length() > 1 && bits.charAt(0) == '0')) {
            return false;
        }
        int length = 0;
        for (int i = 0; i < bits.length(); i++) {
            if (!Characters.isDigit(bits.charAt(i))) {
                return false;
            }
            length = length * 10 + (bits.charAt(i) - '0');
        }
        return isIpv4(address) ? length <= 32 : isIpv6(address) && length <= 128;
    }

    static boolean isIpv4(String value) {
        int parts = 0;
        int digits = 0;
        int number = 0;
        for (int i = 0; i <= value.length(); i++) {
            char c = i == value.length() ? '.' : value.charAt(i);
            if (c == '.') {
                if (digits == 0 || ++parts > 4) {
                    return false;
                }
                digits = 0;
                number = 0;
            } else if (Characters.isDigit(c)) {
                // A leading zero is octal to some and decimal to others: nobody should guess.
                if (digits > 0 && number == 0) {
                    return false;
                }
                number = number * 10 + (c - '0');
                digits++;
                if (number > 255) {
                    return false;
                }
            } else {
                return false;
            }
        }
        return parts == 4;
    }

    static boolean isIpv6(String value) {
        int gap = value.indexOf("::");
        if (gap >= 0 && value.indexOf("::", gap + 1) >= 0) {
            return false;
        }
        if (gap < 0) {
            return groups(value, true) == 8;
        }
        int before = groups(value.substring(0, gap), false);
        int after = groups(value.substring(gap + 2), true);
        return before >= 0 && after >= 0 && before + after < 8;
    }

    /// The number of 16-bit groups, or -1 if it is no list of groups.
    private static int groups(String text, boolean mayEndInIpv4) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (mayEndInIpv4 && i == parts.length - 1 && isIpv4(parts[i])) {
                return parts.length + 1;
            }
            if (!isGroup(parts[i])) {
                return -1;
            }
        }
        return parts.length;
    }

    private static boolean isGroup(String part) {
        if (part.isEmpty() || part.length() > 4) {
            return false;
        }
        for (int i = 0; i < part.length(); i++) {
            if (Character.digit(part.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
