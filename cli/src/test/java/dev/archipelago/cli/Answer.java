package dev.archipelago.cli;

import java.util.Optional;

/// A name and an address that a record of dig's brings together.
///
/// @param member the pod that is named, or empty for the name of all of them
record Answer(String line, String member, String address) {
    private static final String REVERSE = ".in-addr.arpa.";
    private static final String SERVICE = "web.default.svc.cluster.local.";

    /// What a line such as `web-0.web.default.svc.cluster.local. 5 IN A 10.244.0.1` says. Nothing for records that
    /// have no address.
    static Optional<Answer> parse(String line) {
        String[] parts = line.split("\\s+");
        if (line.startsWith(";") || parts.length < 5) {
            return Optional.empty();
        }
        return switch (parts[3]) {
            case "A" -> Optional.of(new Answer(line, member(parts[0]), parts[4]));
            case "PTR" -> Optional.of(new Answer(line, member(parts[4]), address(parts[0])));
            default -> Optional.empty();
        };
    }

    private static String member(String name) {
        return name.equals(SERVICE) ? "" : name.substring(0, name.indexOf('.'));
    }

    private static String address(String reversed) {
        String[] parts =
                reversed.substring(0, reversed.length() - REVERSE.length()).split("\\.");
        return parts[3] + '.' + parts[2] + '.' + parts[1] + '.' + parts[0];
    }
}
