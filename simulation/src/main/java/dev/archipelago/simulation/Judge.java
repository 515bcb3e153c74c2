package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Volume;
import org.jspecify.annotations.Nullable;

/// An invariant. It is called with each change before [Truth] shows it.
///
/// `before` is null for a new object, `after` for a deleted one.
interface Judge {
    default void set(@Nullable StatefulSet before, @Nullable StatefulSet after) {}

    default void pod(@Nullable Pod before, @Nullable Pod after) {}

    default void claim(@Nullable Claim before, @Nullable Claim after) {}

    default void volume(@Nullable Volume before, @Nullable Volume after) {}

    /// The containers of a pod have started.
    default void started(Pod pod) {}
}
