package dev.archipelago.store;

/// The revision asked for is older than what the store still keeps.
public final class CompactedException extends StoreException {
    private final long compactedRevision;

    public CompactedException(long revision, long compactedRevision) {
        super("revision " + revision + " has been compacted; the oldest kept is " + compactedRevision);
        this.compactedRevision = compactedRevision;
    }

    public long compactedRevision() {
        return compactedRevision;
    }
}
