package dev.archipelago.store.etcd;

import dev.archipelago.store.HistoryLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// How to open an [EtcdStore].
///
/// @param endpoints of the members of one etcd cluster: `http://host:port`, `https://host:port` or `host:port`
/// @param prefix under which all keys are kept; stores with different prefixes do not see each other
/// @param tls for `https` endpoints; without it the certificates of the JDK are trusted and none is shown
/// @param timeout after which a request that etcd does not answer fails
/// @param history how much of the past the replica keeps
/// @param compactionInterval how often etcd is told to forget what is older than this; zero leaves that to others
/// @param clock for the age of revisions
public record EtcdOptions(
        List<String> endpoints,
        String prefix,
        Optional<Tls> tls,
        Duration timeout,
        HistoryLimits history,
        Duration compactionInterval,
        InstantSource clock) {

    /// PEM files: the authorities to trust, and the certificate and key to show.
    public record Tls(Path authorities, Path certificate, Path key) {}

    public EtcdOptions {
        endpoints = List.copyOf(endpoints);
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("etcd needs at least one endpoint");
        }
        if (!prefix.endsWith("/")) {
            throw new IllegalArgumentException("the etcd prefix must end in '/', which '" + prefix + "' does not");
        }
        if (!timeout.isPositive() || compactionInterval.isNegative()) {
            throw new IllegalArgumentException(
                    "etcd's timeout must be positive and its compaction interval not negative");
        }
    }

    public static EtcdOptions at(List<String> endpoints) {
        return new EtcdOptions(
                endpoints,
                "/archipelago/",
                Optional.empty(),
                Duration.ofSeconds(5),
                HistoryLimits.DEFAULT,
                Duration.ofMinutes(5),
                InstantSource.system());
    }

    public EtcdOptions withPrefix(String other) {
        return new EtcdOptions(endpoints, other, tls, timeout, history, compactionInterval, clock);
    }

    public EtcdOptions withTls(Tls files) {
        return new EtcdOptions(endpoints, prefix, Optional.of(files), timeout, history, compactionInterval, clock);
    }

    public EtcdOptions withTimeout(Duration other) {
        return new EtcdOptions(endpoints, prefix, tls, other, history, compactionInterval, clock);
    }

    public EtcdOptions withHistory(HistoryLimits limits) {
        return new EtcdOptions(endpoints, prefix, tls, timeout, limits, compactionInterval, clock);
    }

    public EtcdOptions withCompactionInterval(Duration interval) {
        return new EtcdOptions(endpoints, prefix, tls, timeout, history, interval, clock);
    }

    public EtcdOptions withClock(InstantSource source) {
        return new EtcdOptions(endpoints, prefix, tls, timeout, history, compactionInterval, source);
    }
}
