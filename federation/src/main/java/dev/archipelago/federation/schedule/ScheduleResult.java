package dev.archipelago.federation.schedule;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Binding;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Where an object goes, and why.
///
/// @param reasons by cluster, why it was chosen or not
/// @param problem why not all could be placed; empty when it could
/// @param group the group of clusters that a policy's affinities gave; empty for none
/// @param left the clusters that keep what they have only because they have left the federation
public record ScheduleResult(
        List<Binding.Target> targets,
        SortedMap<String, String> reasons,
        String problem,
        String group,
        SortedSet<String> left) {
    /// As long as nobody has said where.
    public static final ScheduleResult NOWHERE = new ScheduleResult(List.of(), new TreeMap<>(), "", "");

    public ScheduleResult(
            List<Binding.Target> targets, SortedMap<String, String> reasons, String problem, String group) {
        this(targets, reasons, problem, group, new TreeSet<>());
    }

    public ScheduleResult {
        targets = List.copyOf(targets);
        reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        left = Collections.unmodifiableSortedSet(new TreeSet<>(left));
    }

    public ScheduleResult withLeft(Collection<String> clusters) {
        return new ScheduleResult(targets, reasons, problem, group, new TreeSet<>(clusters));
    }

    /// What a binding records of it.
    public ObjectNode json() {
        ObjectNode json = Json.object();
        if (!group.isEmpty()) {
            json.put("affinityName", group);
        }
        if (!problem.isEmpty()) {
            json.put("failure", problem);
        }
        if (!reasons.isEmpty()) {
            ArrayNode clusters = json.putArray("clusters");
            reasons.forEach((cluster, reason) ->
                    clusters.addObject().put("name", cluster).put("reason", reason));
        }
        return json;
    }

    /// The same with other reasons for some clusters.
    public ScheduleResult withReasons(Map<String, String> others) {
        SortedMap<String, String> all = new TreeMap<>(reasons);
        all.putAll(others);
        return new ScheduleResult(targets, all, problem, group, left);
    }
}
