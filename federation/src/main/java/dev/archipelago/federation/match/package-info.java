/// Finds what is to be propagated, and the policy that says how.
@NullMarked
package dev.archipelago.federation.match;

import org.jspecify.annotations.NullMarked;
