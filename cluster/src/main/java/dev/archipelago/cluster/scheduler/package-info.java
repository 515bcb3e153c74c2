/// The scheduler: one decision at a time, from a state that is updated with every change and includes decisions that
/// are not written yet.
@NullMarked
package dev.archipelago.cluster.scheduler;

import org.jspecify.annotations.NullMarked;
