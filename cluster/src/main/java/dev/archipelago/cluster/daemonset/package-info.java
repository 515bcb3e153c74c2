/// DaemonSets: a pod on every eligible node.
@NullMarked
package dev.archipelago.cluster.daemonset;

import org.jspecify.annotations.NullMarked;
