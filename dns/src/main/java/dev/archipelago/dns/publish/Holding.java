package dev.archipelago.dns.publish;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.xbill.DNS.Name;

/// What is ours at one name.
///
/// @param types those that its marker lists; none when the name is not ours
/// @param sets what there is of these types as far as we know, by type
public record Holding(Name name, NavigableSet<Integer> types, List<RecordSet> sets) {
    public Holding {
        types = Collections.unmodifiableNavigableSet(new TreeSet<>(types));
        sets = sets.stream().sorted(Comparator.comparingInt(RecordSet::type)).toList();
        for (RecordSet set : sets) {
            if (!set.name().equals(name) || !types.contains(set.type())) {
                throw new IllegalArgumentException(set + " is not ours at " + name);
            }
        }
    }

    static Holding nothing(Name name) {
        return new Holding(name, Collections.emptyNavigableSet(), List.of());
    }

    /// When these are there and no others of ours.
    static Holding of(Name name, List<RecordSet> sets) {
        NavigableSet<Integer> types = new TreeSet<>();
        sets.forEach(set -> types.add(set.type()));
        return new Holding(name, types, sets);
    }

    boolean isNothing() {
        return types.isEmpty();
    }

    Optional<RecordSet> find(int type) {
        return sets.stream().filter(set -> set.type() == type).findFirst();
    }
}
