/// The node agent: registers nodes, starts and stops the containers of their pods, and reports the status. A
/// [dev.archipelago.cluster.node.NodeRuntime] runs the containers.
@NullMarked
package dev.archipelago.cluster.node;

import org.jspecify.annotations.NullMarked;
