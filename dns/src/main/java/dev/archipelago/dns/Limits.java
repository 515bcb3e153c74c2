package dev.archipelago.dns;

import java.time.Duration;

/// How much a server takes upon itself.
///
/// @param connectionsMax how many TCP connections are served at a time; those beyond are closed at once
/// @param exchangeMax how long a connection may take to send a query and take the answer
public record Limits(int connectionsMax, Duration exchangeMax) {
    public static final Limits DEFAULT = new Limits(256, Duration.ofSeconds(10));
}
