/// Binding of claims to volumes, simulated provisioning, and protection and reclaiming.
@NullMarked
package dev.archipelago.cluster.volumes;

import org.jspecify.annotations.NullMarked;
