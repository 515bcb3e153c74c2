package dev.archipelago.controller.leader;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides what a candidate does next. Pure.
///
/// @param lease how long candidates wait for a holder that does not renew
record ElectionDecision(String identity, Duration lease) {

    /// The observed Lease.
    ///
    /// @param record empty when there is no Lease
    /// @param changedAt when this process first saw this record, by its own clock, as the clocks of others
    /// are not trusted
    record Observed(Optional<LeaseRecord> record, Instant changedAt) {}

    sealed interface Act {
        /// Creates the Lease.
        record Create(LeaseRecord record) implements Act {}

        /// Acquires or renews the Lease.
        record Update(LeaseRecord record) implements Act {}

        /// Leaves the Lease to its holder until it expires.
        record Wait(Instant until) implements Act {}
    }

    Act decide(Observed observed, Instant now) {
        if (observed.record.isEmpty()) {
            return new Act.Create(new LeaseRecord(identity, lease, now, now, 0));
        }
        LeaseRecord record = observed.record.get();
        if (record.holder().equals(identity)) {
            return new Act.Update(new LeaseRecord(identity, lease, record.acquired(), now, record.transitions()));
        }
        Instant presumedDead = observed.changedAt.plus(record.duration());
        if (!record.holder().isEmpty() && now.isBefore(presumedDead)) {
            return new Act.Wait(presumedDead);
        }
        return new Act.Update(new LeaseRecord(identity, lease, now, now, record.transitions() + 1));
    }

    /// The Lease after a voluntary release.
    LeaseRecord released(LeaseRecord held, Instant now) {
        return new LeaseRecord("", Duration.ofSeconds(1), now, now, held.transitions());
    }
}
