/// PodDisruptionBudgets: how many pods may be evicted now.
@NullMarked
package dev.archipelago.cluster.disruption;

import org.jspecify.annotations.NullMarked;
