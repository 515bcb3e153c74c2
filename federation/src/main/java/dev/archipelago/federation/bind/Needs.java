package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.schedule.ScheduleResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The bindings that take an object along as their dependency. Pure.
///
/// @param users in the order of their keys
record Needs(List<Binding> users) {
    Needs {
        users = List.copyOf(users);
    }

    boolean isEmpty() {
        return users.isEmpty();
    }

    /// A placement extended by all clusters in which the object is needed.
    ///
    /// @param joined the clusters of the federation; dependents may also be in clusters that have left
    ScheduleResult addedTo(ScheduleResult placement, Collection<String> joined) {
        SortedMap<String, Binding.Target> targets = new TreeMap<>();
        placement.targets().forEach(target -> targets.put(target.cluster(), target));
        SortedMap<String, String> reasons = new TreeMap<>(placement.reasons());
        for (Binding user : users) {
            for (Binding.Target target : user.targets()) {
                String cluster = target.cluster();
                if (joined.contains(cluster)
                        && targets.putIfAbsent(cluster, Binding.Target.of(cluster, OptionalInt.empty())) == null) {
                    String kind = user.resource().path("kind").asString("");
                    reasons.put(
                            cluster, "needed by " + kind + ' ' + user.template().name());
                }
            }
        }
        return new ScheduleResult(
                new ArrayList<>(targets.values()), reasons, placement.problem(), placement.group(), placement.left());
    }

    /// Writes the dependents and their clusters. Replica counts are left out, as they change often and do
    /// not matter here.
    void record(ObjectNode spec) {
        if (users.isEmpty()) {
            return;
        }
        ArrayNode list = spec.putArray("requiredBy");
        for (Binding user : users) {
            ObjectNode entry = list.addObject();
            if (!user.namespace().isEmpty()) {
                entry.put("namespace", user.namespace());
            }
            ArrayNode clusters = entry.put("name", user.name()).putArray("clusters");
            user.targets().forEach(target -> clusters.add(Json.object().put("name", target.cluster())));
        }
    }

    /// Passes on the deletion and conflict settings of the dependents: a dependency is treated as they are.
    void passOn(ObjectNode spec) {
        if (users.stream().anyMatch(Binding::preservesOnDeletion)) {
            spec.put("preserveResourcesOnDeletion", true);
        }
        if (users.stream().anyMatch(Binding::overwrites)) {
            spec.put("conflictResolution", "Overwrite");
        }
    }
}
