/// Finds a node for each pod: one decision at a time, from a state that is kept up to date with every change and
/// already counts what was decided and is not yet written.
@NullMarked
package dev.archipelago.cluster.scheduler;

import org.jspecify.annotations.NullMarked;
