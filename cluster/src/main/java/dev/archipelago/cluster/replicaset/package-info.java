/// ReplicaSets and ReplicationControllers: a number of interchangeable pods.
@NullMarked
package dev.archipelago.cluster.replicaset;

import org.jspecify.annotations.NullMarked;
