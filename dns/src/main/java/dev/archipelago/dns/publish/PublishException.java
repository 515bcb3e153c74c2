package dev.archipelago.dns.publish;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.xbill.DNS.Name;

/// No server of a zone did what it was asked to.
public final class PublishException extends Exception {
    private final Name zone;
    private final List<Failure> failures;

    PublishException(Name zone, List<Failure> failures) {
        super("zone " + zone + ": " + failures.stream().map(Failure::toString).collect(Collectors.joining("; ")));
        this.zone = zone;
        this.failures = List.copyOf(failures);
    }

    public Name zone() {
        return zone;
    }

    /// Why not, one for each server, in the order in which they were asked.
    public List<Failure> failures() {
        return failures;
    }

    /// Whether a server may well do other things that it is asked to.
    boolean mayBeForTheNames() {
        return failures.stream().map(Failure::reason).anyMatch(reason -> switch (reason) {
            case REFUSED, NOT_IN_ZONE, SERVER_FAILED, OTHER -> true;
            case UNREACHABLE, TIMEOUT, BAD_KEY, BAD_SIGNATURE, BAD_TIME, NOT_AUTHORITATIVE, UNTRUSTED -> false;
        });
    }

    /// Why one server did not do it.
    ///
    /// @param detail what it said or what happened, with the code it answered with
    public record Failure(InetSocketAddress server, Reason reason, String detail) {
        @Override
        public String toString() {
            return server.getHostString() + ":" + server.getPort() + " " + detail;
        }
    }

    /// Kinds of failures, by what to do about them.
    public enum Reason {
        /// There is no connection, or it broke.
        UNREACHABLE,
        /// There was no answer in time. The update may have been made.
        TIMEOUT,
        /// The server does not know the key, by this name and algorithm.
        BAD_KEY,
        /// The server has another secret for the key.
        BAD_SIGNATURE,
        /// The clocks are too far apart.
        BAD_TIME,
        /// The server does not have the zone.
        NOT_AUTHORITATIVE,
        /// The server does not let this key do it.
        REFUSED,
        /// A name is not in the zone.
        NOT_IN_ZONE,
        /// The server could not do it.
        SERVER_FAILED,
        /// What came is no answer, or not one by a server that has the key.
        UNTRUSTED,
        /// The server answered with another code.
        OTHER
    }
}
