package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.StatefulSet.ClaimTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The input of [StatefulSetPlanner].
///
/// @param pods that the set controls, or that have the name of one of its pods
/// @param revisions that the set controls, or that have no controller
/// @param claims finds a claim of the set's namespace by name
/// @param claimsOf finds all claims of a template, also those without a pod
/// @param named finds any revision by name
record StatefulSetState(
        StatefulSet set,
        List<Pod> pods,
        List<ControllerRevision> revisions,
        Function<String, Optional<Claim>> claims,
        Function<ClaimTemplate, List<Claim>> claimsOf,
        Function<Key, Optional<ControllerRevision>> named,
        Instant now) {}
