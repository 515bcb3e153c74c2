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

/// The placement of an object, with reasons.
///
/// @param reasons why each cluster was chosen or not
/// @param problem why not all replicas could be placed; empty when they could
/// @param group the policy's affinity group that was used; empty for none
/// @param left the clusters that are targets only because they have left the federation
public record ScheduleResult(
        List<Binding.Target> targets,
        SortedMap<String, String> reasons,
        String problem,
        String group,
        SortedSet<String> left) {
    /// No placement.
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

    /// The `scheduling` field of a binding.
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
