/// Says how many pods may be taken away on purpose, so that evictions can be allowed or refused.
@NullMarked
package dev.archipelago.cluster.disruption;

import org.jspecify.annotations.NullMarked;
