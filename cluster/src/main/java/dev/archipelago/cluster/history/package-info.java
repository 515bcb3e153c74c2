/// The revision history of workloads: names and content of ControllerRevisions.
@NullMarked
package dev.archipelago.cluster.history;

import org.jspecify.annotations.NullMarked;
