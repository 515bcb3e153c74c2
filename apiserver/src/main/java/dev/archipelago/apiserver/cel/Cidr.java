package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaText;

/// An IP address and how many of its bits name the network.
record Cidr(IpAddress address, int bits) {

    /// The network that a text such as `10.0.0.0/8` names.
    ///
    /// @throws IllegalArgumentException when it names none
    static Cidr parse(String text) {
        int slash = text.lastIndexOf('/');
        String bits = text.substring(slash + 1);
        boolean number = slash > 0
                && !bits.isEmpty()
                && bits.length() <= 3
                && bits.chars().allMatch(c -> c >= '0' && c <= '9')
                && (bits.length() == 1 || bits.charAt(0) != '0');
        if (!number) {
            throw unparseable(text);
        }
        IpAddress address = IpAddress.parse(text.substring(0, slash));
        if (Integer.parseInt(bits) > address.bits()) {
            throw unparseable(text);
        }
        return new Cidr(address, Integer.parseInt(bits));
    }

    private static IllegalArgumentException unparseable(String text) {
        return new IllegalArgumentException(
                "network address parse error during conversion from string: netip.ParsePrefix("
                        + SchemaText.quoted(text) + "): invalid prefix");
    }

    boolean contains(IpAddress other) {
        return address.shares(other, bits);
    }

    boolean contains(Cidr other) {
        return bits <= other.bits && address.shares(other.address, bits);
    }

    Cidr masked() {
        return new Cidr(address.masked(bits), bits);
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
