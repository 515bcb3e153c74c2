package dev.archipelago.federation.schedule;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
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

    public ScheduleResult(List<Binding.Target> targets, SortedMap<String, String> reasons, String problem, String group) {
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

    /// The reasons that a binding records, by cluster; why not all could be placed is under the empty name.
    public static ObjectNode reasonsOf(Binding binding) {
        try {
            return Json.MAPPER.readTree(binding.meta().annotations().getOrDefault(Names.REASONS, "{}"))
                            instanceof ObjectNode reasons
                    ? reasons
                    : Json.object();
        } catch (JacksonException e) {
            return Json.object();
        }
    }
}
