/// Where the replicas of stateful sets live: divided once, and from then on never moved.
@NullMarked
package dev.archipelago.federation.schedule.stateful;

import org.jspecify.annotations.NullMarked;
