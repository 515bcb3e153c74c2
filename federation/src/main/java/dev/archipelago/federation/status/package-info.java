/// Tells on the federation's objects what became of them in the member clusters.
@NullMarked
package dev.archipelago.federation.status;

import org.jspecify.annotations.NullMarked;
