/// What happens when a node falls silent: it is said to be, new pods stay away, and those that are there are asked to
/// go when they cannot wait any longer. None is taken to be gone before its node says so, or somebody who knows.
@NullMarked
package dev.archipelago.cluster.nodelifecycle;

import org.jspecify.annotations.NullMarked;
