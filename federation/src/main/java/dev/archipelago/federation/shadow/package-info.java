/// The ReplicaSets of the federation that show the revisions of federated Deployments to kubectl.
@NullMarked
package dev.archipelago.federation.shadow;

import org.jspecify.annotations.NullMarked;
