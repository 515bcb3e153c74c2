package dev.archipelago.apiserver.discovery;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Sorts kinds into groups as a stock server lists them: built-in groups in their fixed order, then the others by
/// name; versions by [VersionOrder]; resources in the order given.
final class Groups {
    private Groups() {}

    static List<Group> of(List<ResourceKind> kinds) {
        Map<String, Map<String, List<ResourceKind>>> byGroup = new TreeMap<>();
        for (ResourceKind kind : kinds) {
            byGroup.computeIfAbsent(kind.group(), name -> new TreeMap<>(VersionOrder.MOST_PREFERRED_FIRST))
                    .computeIfAbsent(kind.version(), name -> new ArrayList<>())
                    .add(kind);
        }
        List<Group> groups = new ArrayList<>();
        for (String name : names(byGroup.keySet())) {
            List<Group.Version> versions = new ArrayList<>();
            byGroup.getOrDefault(name, Map.of())
                    .forEach((version, members) -> versions.add(new Group.Version(version, members)));
            groups.add(new Group(name, versions));
        }
        return groups;
    }

    /// `present` is sorted.
    private static Set<String> names(Set<String> present) {
        Set<String> order = new LinkedHashSet<>();
        for (ResourceKind builtin : BuiltinKinds.all()) {
            if (present.contains(builtin.group())) {
                order.add(builtin.group());
            }
        }
        order.addAll(present);
        return order;
    }
}
