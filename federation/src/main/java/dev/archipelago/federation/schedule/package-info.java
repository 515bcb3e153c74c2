/// Decides which clusters an object goes to, and how many replicas of it each gets. Everything here is pure.
@NullMarked
package dev.archipelago.federation.schedule;

import org.jspecify.annotations.NullMarked;
