package dev.archipelago.store;

/// What became of a [Transaction].
public sealed interface Outcome {

    /// It took effect at this revision. A transaction that changed nothing (deletes of absent keys only) reports the
    /// revision it was checked at.
    record Committed(long revision) implements Outcome {}

    /// A guard did not hold and nothing was changed.
    ///
    /// @param key the key of the first guard that failed
    record Refused(String key) implements Outcome {}
}
