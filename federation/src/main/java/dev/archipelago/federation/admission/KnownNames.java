package dev.archipelago.federation.admission;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The clusters and StatefulSets of the federation that a new StatefulSet or cluster must not collide with.
public interface KnownNames {
    /// The names of a federation that has not started yet.
    KnownNames NONE = new KnownNames() {
        @Override
        public Collection<String> clusters() {
            return List.of();
        }

        @Override
        public Collection<SetName> sets() {
            return List.of();
        }

        @Override
        public Optional<SetName> set(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Boolean> isPlacedGlobally(String namespace, String name) {
            return Optional.empty();
        }
    };

    /// The names of all clusters.
    Collection<String> clusters();

    /// All StatefulSets of all namespaces.
    Collection<SetName> sets();

    Optional<SetName> set(String namespace, String name);

    /// Whether the binding of a set has global ordinals; empty when no replica is placed.
    Optional<Boolean> isPlacedGlobally(String namespace, String name);
}
