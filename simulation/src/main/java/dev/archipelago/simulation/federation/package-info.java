/// Deterministic simulation of whole federations in one thread under faults, from a seed: the real API servers and
/// federation controllers on virtual time. [FakeControllers] stand in for the controllers of members.
@NullMarked
package dev.archipelago.simulation.federation;

import org.jspecify.annotations.NullMarked;
