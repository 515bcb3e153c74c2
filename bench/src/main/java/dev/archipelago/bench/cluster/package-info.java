/// The work that a whole cluster is measured by: StatefulSets that come up, pods that only stay, pods that change.
@NullMarked
package dev.archipelago.bench.cluster;

import org.jspecify.annotations.NullMarked;
