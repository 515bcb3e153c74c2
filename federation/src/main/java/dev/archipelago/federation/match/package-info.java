/// Finds the objects to be propagated, and their policies.
@NullMarked
package dev.archipelago.federation.match;

import org.jspecify.annotations.NullMarked;
