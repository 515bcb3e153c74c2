package dev.archipelago.cli;

import java.util.Optional;

/// The name and the address in a record printed by dig.
///
/// @param member the pod of the name, or empty for the name of the service
record Answer(String line, String member, String address) {
    private static final String REVERSE = ".in-addr.arpa.";
    private static final String SERVICE = "web.default.svc.cluster.local.";

    /// Parses a line such as `web-0.web.default.svc.cluster.local. 5 IN A 10.244.0.1`. Empty for records
    /// without an address.
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
