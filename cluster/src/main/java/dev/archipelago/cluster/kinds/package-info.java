/// The kinds that the controllers of a cluster look at, with what they look at in them.
@NullMarked
package dev.archipelago.cluster.kinds;

import org.jspecify.annotations.NullMarked;
