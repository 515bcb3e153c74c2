/// DaemonSets: a pod on every node that is fit for it.
@NullMarked
package dev.archipelago.cluster.daemonset;

import org.jspecify.annotations.NullMarked;
