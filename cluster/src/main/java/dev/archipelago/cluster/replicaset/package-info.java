/// ReplicaSets and ReplicationControllers: as many pods as asked for, one as good as the other.
@NullMarked
package dev.archipelago.cluster.replicaset;

import org.jspecify.annotations.NullMarked;
