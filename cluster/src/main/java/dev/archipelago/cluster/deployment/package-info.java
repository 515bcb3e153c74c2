/// Deployments: a ReplicaSet for each template, and rolling updates between them.
@NullMarked
package dev.archipelago.cluster.deployment;

import org.jspecify.annotations.NullMarked;
