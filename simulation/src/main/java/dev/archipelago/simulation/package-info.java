/// A whole cluster in one thread, under faults: the real planners, the real runtime and the real registry, with a
/// clock, a network and nodes that a seed decides about.
@NullMarked
package dev.archipelago.simulation;

import org.jspecify.annotations.NullMarked;
