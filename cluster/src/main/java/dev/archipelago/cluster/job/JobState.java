package dev.archipelago.cluster.job;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// All that the planner looks at.
///
/// @param pods that the job controls, or that nobody does
/// @param taken whether there is a pod of a name, whosever it is
record JobState(Job job, List<Pod> pods, Predicate<Key> taken, Instant now) {}
