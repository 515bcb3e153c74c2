/// Whole federations in one thread under faults, from a seed: the real API servers and the federation's own controllers
/// on virtual time. What members do with the objects they are given is played by a [FakeControllers].
@NullMarked
package dev.archipelago.simulation.federation;

import org.jspecify.annotations.NullMarked;
