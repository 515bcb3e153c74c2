/// Federation v1's replica preferences and its way of dividing replicas by them.
@NullMarked
package dev.archipelago.federation.schedule.preferences;

import org.jspecify.annotations.NullMarked;
