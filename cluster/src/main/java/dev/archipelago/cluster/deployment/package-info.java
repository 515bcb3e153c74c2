/// Deployments: ReplicaSets, one for each template, among which pods are moved at a safe pace.
@NullMarked
package dev.archipelago.cluster.deployment;

import org.jspecify.annotations.NullMarked;
