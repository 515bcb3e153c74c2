/// The member clusters: how they are reached, how they are, and what is known of them.
@NullMarked
package dev.archipelago.federation.membership;

import org.jspecify.annotations.NullMarked;
