/// Nodes and what they do with the pods they were given: start them, tell how they are, stop them. What really runs a
/// container is behind [dev.archipelago.cluster.node.NodeRuntime].
@NullMarked
package dev.archipelago.cluster.node;

import org.jspecify.annotations.NullMarked;
