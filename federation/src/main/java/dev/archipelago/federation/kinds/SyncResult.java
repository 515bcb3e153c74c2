package dev.archipelago.federation.kinds;

/// The result of the last attempt to sync one binding to one cluster. It is stored in the binding's status; conditions,
/// events and reports are derived from it.
///
/// @param waitsFor what holds the sync back although nothing failed
/// @param problem the error message; empty when nothing failed
public record SyncResult(Wait waitsFor, String problem) {
    /// Fully synced.
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
