package dev.archipelago.store.mvcc;

import dev.archipelago.store.KeyValue;
import org.jspecify.annotations.Nullable;

/// The kept versions of one key, newest first. Versions newer than what a reader asks for are skipped, which is what
/// hides changes that are staged but not published.
final class Chain {
    private volatile Version newest;

    Chain(Version first) {
        newest = first;
    }

    Version newest() {
        return newest;
    }

    void push(Version version) {
        version.older(newest);
        newest = version;
    }

    String key() {
        return newest.key();
    }

    /// The key's value as of a revision, or null when it did not exist then.
    @Nullable
    KeyValue at(long revision) {
        Version version = newest;
        while (version != null && version.revision() > revision) {
            version = version.older();
        }
        return version == null || version.deleted() ? null : version.keyValue();
    }
}
