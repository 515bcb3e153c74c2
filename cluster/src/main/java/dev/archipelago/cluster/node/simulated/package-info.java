/// Containers that only seem to run: they start, serve, fail and end as told.
@NullMarked
package dev.archipelago.cluster.node.simulated;

import org.jspecify.annotations.NullMarked;
