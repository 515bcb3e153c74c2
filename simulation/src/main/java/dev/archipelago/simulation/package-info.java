/// Deterministic simulation of a whole cluster in one thread, under faults: the real planners, runtime and registry,
/// with a clock, a network and nodes driven by a seed.
@NullMarked
package dev.archipelago.simulation;

import org.jspecify.annotations.NullMarked;
