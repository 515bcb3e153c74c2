/// Where the replicas of stateful sets are: placed once and never moved.
@NullMarked
package dev.archipelago.federation.schedule.stateful;

import org.jspecify.annotations.NullMarked;
