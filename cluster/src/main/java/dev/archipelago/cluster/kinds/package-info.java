/// The kinds that the controllers of a cluster read, with the fields that they use.
@NullMarked
package dev.archipelago.cluster.kinds;

import org.jspecify.annotations.NullMarked;
