package dev.archipelago.cluster.dns;

import java.net.InetAddress;
import java.util.Optional;
import org.xbill.DNS.Name;
import org.xbill.DNS.TextParseException;

/// Parses and formats addresses and names.
final class Addresses {
    private Addresses() {}

    /// Parses an address without asking a resolver; empty when it is none.
    static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// The canonical form of an address.
    static String canonical(String text) {
        return parse(text).map(InetAddress::getHostAddress).orElse(text);
    }

    /// A name below another. The labels are names in the cluster's API, and so are valid here, too.
    static Name name(String labels, Name parent) {
        try {
            return Name.fromString(labels, parent);
        } catch (TextParseException e) {
            throw new IllegalArgumentException(labels + " is not a name", e);
        }
    }
}
