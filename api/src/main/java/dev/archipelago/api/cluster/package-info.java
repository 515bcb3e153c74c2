/// The interface through which controllers use a cluster, whether it is local or remote.
@NullMarked
package dev.archipelago.api.cluster;

import org.jspecify.annotations.NullMarked;
