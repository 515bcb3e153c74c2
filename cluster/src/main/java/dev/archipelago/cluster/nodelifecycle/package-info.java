/// Node health: a node without heartbeats becomes Unknown, gets taints, and its pods are evicted when their toleration
/// periods end. No pod counts as gone before its node, or an administrator, says so.
@NullMarked
package dev.archipelago.cluster.nodelifecycle;

import org.jspecify.annotations.NullMarked;
