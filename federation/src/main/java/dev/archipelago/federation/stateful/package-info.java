/// What federated StatefulSets need beside their pods.
@NullMarked
package dev.archipelago.federation.stateful;

import org.jspecify.annotations.NullMarked;
