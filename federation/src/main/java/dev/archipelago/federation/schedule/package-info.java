/// Decides which clusters an object goes to, and how many replicas each gets. Pure.
@NullMarked
package dev.archipelago.federation.schedule;

import org.jspecify.annotations.NullMarked;
