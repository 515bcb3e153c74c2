package dev.archipelago.cluster.job;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// The input of [JobPlanner].
///
/// @param pods that the job controls, or that have no controller
/// @param taken whether any pod has a name
record JobState(Job job, List<Pod> pods, Predicate<Key> taken, Instant now) {}
