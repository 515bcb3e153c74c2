/// A runtime that only simulates containers: they start, become ready, fail and end according to rules.
@NullMarked
package dev.archipelago.cluster.node.simulated;

import org.jspecify.annotations.NullMarked;
