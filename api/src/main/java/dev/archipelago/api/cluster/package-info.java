/// The one port through which controllers reach a cluster, whether it runs in this process or elsewhere.
@NullMarked
package dev.archipelago.api.cluster;

import org.jspecify.annotations.NullMarked;
