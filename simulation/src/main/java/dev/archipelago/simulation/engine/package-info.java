/// The engine of simulations: virtual time, stores, API servers, and faulty connections to them.
@NullMarked
package dev.archipelago.simulation.engine;

import org.jspecify.annotations.NullMarked;
