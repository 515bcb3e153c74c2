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

/// All that the planner looks at.
///
/// @param pods that the set controls, or that are named like its members
/// @param revisions that the set controls, or that nobody does
/// @param claims finds a claim of the set's namespace by its name
/// @param claimsOf finds all claims of a template, also those of members that are gone
/// @param named finds whatever revision has a name, whosever it is
record StatefulSetState(
        StatefulSet set,
        List<Pod> pods,
        List<ControllerRevision> revisions,
        Function<String, Optional<Claim>> claims,
        Function<ClaimTemplate, List<Claim>> claimsOf,
        Function<Key, Optional<ControllerRevision>> named,
        Instant now) {}
