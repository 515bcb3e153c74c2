package dev.archipelago.controller.leader;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides what one who wants to lead does next.
///
/// @param lease how long others wait for a holder that says nothing
record ElectionDecision(String identity, Duration lease) {

    /// What is known of the Lease.
    ///
    /// @param record nothing when there is no Lease
    /// @param changedAt when this process first saw it like this, by its own clock: those of others are not trusted
    record Observed(Optional<LeaseRecord> record, Instant changedAt) {}

    sealed interface Act {
        /// Makes the Lease.
        record Create(LeaseRecord record) implements Act {}

        /// Takes or keeps the Lease.
        record Update(LeaseRecord record) implements Act {}

        /// Leaves it to its holder, who may be presumed dead at a time.
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

    /// The Lease as one who does not want it any more leaves it.
    LeaseRecord released(LeaseRecord held, Instant now) {
        return new LeaseRecord("", Duration.ofSeconds(1), now, now, held.transitions());
    }
}
