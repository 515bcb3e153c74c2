/// What every simulation plays on: time, stores, API servers, and the lines to them on which everything goes wrong.
@NullMarked
package dev.archipelago.simulation.engine;

import org.jspecify.annotations.NullMarked;
