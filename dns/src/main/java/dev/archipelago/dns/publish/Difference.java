package dev.archipelago.dns.publish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xbill.DNS.Name;
import org.xbill.DNS.Type;

/// What is to change in a zone so that of ours exactly that is there which should be.
public final class Difference {
    private Difference() {}

    /// The changes, in the canonical order of their names.
    ///
    /// @param wanted in any order; each type at most once at a name, and nothing beside an alias
    public static List<Change> between(Holdings held, Collection<RecordSet> wanted) {
        NavigableMap<Name, NavigableMap<Integer, RecordSet>> byName = byName(wanted);
        NavigableSet<Name> names = new TreeSet<>(held.byName().keySet());
        names.addAll(byName.keySet());
        List<Change> changes = new ArrayList<>();
        for (Name name : names) {
            List<RecordSet> sets =
                    List.copyOf(byName.getOrDefault(name, new TreeMap<>()).values());
            Change change = new Change(held.at(name), Holding.of(name, sets));
            if (change.isDue()) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static NavigableMap<Name, NavigableMap<Integer, RecordSet>> byName(Collection<RecordSet> wanted) {
        NavigableMap<Name, NavigableMap<Integer, RecordSet>> byName = new TreeMap<>();
        for (RecordSet set : wanted) {
            NavigableMap<Integer, RecordSet> byType = byName.computeIfAbsent(set.name(), name -> new TreeMap<>());
            if (byType.put(set.type(), set) != null) {
                throw new IllegalArgumentException(
                        set.name() + " has two sets of records of type " + Type.string(set.type()));
            }
            if (byType.size() > 1 && byType.containsKey(Type.CNAME)) {
                throw new IllegalArgumentException(set.name() + " is an alias and has other records, too");
            }
        }
        return byName;
    }
}
