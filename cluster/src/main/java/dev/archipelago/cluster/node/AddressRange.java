package dev.archipelago.cluster.node;

/// A range of IPv4 addresses, such as `10.244.1.0/24`.
record AddressRange(int first, int prefix) {

    static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("not a range of addresses: " + text);
        }
        int prefix = Integer.parseInt(text, slash + 1, text.length(), 10);
        if (prefix < 1 || prefix > 30) {
            throw new IllegalArgumentException("too large or too small a range of addresses: " + text);
        }
        return new AddressRange(number(text.substring(0, slash)) & -(1 << (32 - prefix)), prefix);
    }

    /// An address as a number.
    static int number(String address) {
        int number = 0;
        int at = 0;
        for (int part = 0; part < 4; part++) {
            int end = part == 3 ? address.length() : address.indexOf('.', at);
            if (end < 0) {
                throw new IllegalArgumentException("not an IPv4 address: " + address);
            }
            int value = Integer.parseInt(address, at, end, 10);
            if (value < 0 || value > 255) {
                throw new IllegalArgumentException("not an IPv4 address: " + address);
            }
            number = number << 8 | value;
            at = end + 1;
        }
        return number;
    }

    static String text(int number) {
        return (number >>> 24) + "." + (number >>> 16 & 255) + '.' + (number >>> 8 & 255) + '.' + (number & 255);
    }

    int size() {
        return 1 << (32 - prefix);
    }

    /// The address at an index in the range.
    String address(int index) {
        return text(first + index);
    }

    /// The number of subranges of a prefix length.
    int parts(int partPrefix) {
        return partPrefix < prefix ? 0 : 1 << (partPrefix - prefix);
    }

    AddressRange part(int partPrefix, int index) {
        return new AddressRange(first + index * (1 << (32 - partPrefix)), partPrefix);
    }

    boolean overlaps(AddressRange other) {
        int mask = -(1 << (32 - Math.min(prefix, other.prefix)));
        return (first & mask) == (other.first & mask);
    }

    @Override
    public String toString() {
        return text(first) + '/' + prefix;
    }
}
