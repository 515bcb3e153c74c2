/// The load of pods on Kubernetes API servers.
@NullMarked
package dev.archipelago.bench.load;

import org.jspecify.annotations.NullMarked;
