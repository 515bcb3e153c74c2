/// A load generator for Kubernetes API servers that takes as little of the machine as it can.
@NullMarked
package dev.archipelago.bench.load;

import org.jspecify.annotations.NullMarked;
