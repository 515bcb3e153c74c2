/// One of several processes at a time, chosen by a Lease in the cluster.
@NullMarked
package dev.archipelago.controller.leader;

import org.jspecify.annotations.NullMarked;
