package dev.archipelago.federation.schedule.preferences;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/// A cluster that may get replicas of an object.
///
/// @param hash of the cluster's and the object's name, so that objects with one replica do not all land in
/// the same cluster
record Candidate(String cluster, ClusterPreference preference, int hash) {
    private static final int HASH_START = 0x811c9dc5;
    private static final int HASH_PRIME = 0x01000193;

    /// The order in which clusters are served. Names decide between equal hashes, where Federation v1's
    /// order was random.
    static final Comparator<Candidate> ORDER = Comparator.comparingLong(Candidate::weight)
            .reversed()
            .thenComparing(Candidate::hash, Integer::compareUnsigned)
            .thenComparing(Candidate::cluster);

    static Candidate of(String cluster, ClusterPreference preference, String key) {
        return new Candidate(cluster, preference, hash(cluster + key));
    }

    long weight() {
        return preference.weight();
    }

    /// FNV-1 with 32 bits: multiply, then mix.
    private static int hash(String text) {
        int hash = HASH_START;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = hash * HASH_PRIME ^ Byte.toUnsignedInt(octet);
        }
        return hash;
    }
}
