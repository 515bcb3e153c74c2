package dev.archipelago.federation.kinds;

/// What came of bringing one cluster in line with one binding, when that was last tried. It is kept in the binding's
/// status, and the conditions, events and reports about it are made from there.
///
/// @param waitsFor what keeps the cluster from doing all that it is to do, though nothing went wrong
/// @param problem what went wrong, for people; empty when nothing did
public record SyncResult(Wait waitsFor, String problem) {
    /// All is as it is to be.
    public static final SyncResult DONE = new SyncResult(Wait.NONE, "");

    public static SyncResult failed(String problem) {
        return new SyncResult(Wait.NONE, problem);
    }

    public static SyncResult waits(Wait wait) {
        return new SyncResult(wait, "");
    }

    public boolean hasProblem() {
        return !problem.isEmpty();
    }

    public SyncResult withProblem(String other) {
        return new SyncResult(waitsFor, other);
    }
}
