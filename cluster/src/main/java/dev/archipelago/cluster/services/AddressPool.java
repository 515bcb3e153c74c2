package dev.archipelago.cluster.services;

/// A block of IPv4 addresses for load balancers.
///
/// @param block such as `127.64.0.0/16`
public record AddressPool(String block) {
    /// Addresses that every Linux machine has, so that listening on them needs no privileges.
    public static final AddressPool LOOPBACK = new AddressPool("127.64.0.0/16");

    private static final int BITS = 32;
    private static final int PREFIX_MIN = 8;
    private static final int PREFIX_MAX = 30;
    private static final int PART_MAX = 255;

    public AddressPool {
        int length = length(block);
        if (length < PREFIX_MIN || length > PREFIX_MAX || number(block.substring(0, block.indexOf('/'))) < 0) {
            throw new IllegalArgumentException(
                    block + " is not a block of IPv4 addresses between /" + PREFIX_MIN + " and /" + PREFIX_MAX);
        }
    }

    private static int length(String block) {
        int slash = block.indexOf('/');
        try {
            return slash < 0 ? -1 : Integer.parseInt(block.substring(slash + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /// The number of usable addresses: all but the first and the last of the block.
    int size() {
        return (1 << (BITS - length(block))) - 2;
    }

    String address(int index) {
        long number = first() + index;
        return (number >> 24 & PART_MAX) + "." + (number >> 16 & PART_MAX) + "." + (number >> 8 & PART_MAX) + "."
                + (number & PART_MAX);
    }

    boolean contains(String address) {
        long number = number(address);
        return number >= first() && number < first() + size();
    }

    private long first() {
        int free = BITS - length(block);
        return (number(block.substring(0, block.indexOf('/'))) >> free << free) + 1;
    }

    /// The number of an address, or -1 for an invalid one.
    private static long number(String address) {
        String[] parts = address.split("\\.", -1);
        if (parts.length != 4) {
            return -1;
        }
        long number = 0;
        for (String part : parts) {
            if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return -1;
            }
            int value = Integer.parseInt(part);
            if (value > PART_MAX) {
                return -1;
            }
            number = number << 8 | value;
        }
        return number;
    }
}
