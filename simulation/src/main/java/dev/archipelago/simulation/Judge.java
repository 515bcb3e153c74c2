package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Volume;
import org.jspecify.annotations.Nullable;

/// Watches over one thing that must hold. It is told of each change before the [Truth] shows it.
///
/// Where there is nothing before, an object is new; where there is nothing after, it is gone.
interface Judge {
    default void set(@Nullable StatefulSet before, @Nullable StatefulSet after) {}

    default void pod(@Nullable Pod before, @Nullable Pod after) {}

    default void claim(@Nullable Claim before, @Nullable Claim after) {}

    default void volume(@Nullable Volume before, @Nullable Volume after) {}

    /// The containers of a pod have started.
    default void started(Pod pod) {}
}
