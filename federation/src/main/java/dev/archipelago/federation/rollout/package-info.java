/// Decides which cluster may change next when a workload must not change everywhere at once. Pure.
@NullMarked
package dev.archipelago.federation.rollout;

import org.jspecify.annotations.NullMarked;
