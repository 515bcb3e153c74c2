package dev.archipelago.dns.publish;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.xbill.DNS.Name;

/// What is to become of one name.
///
/// @param before what is ours there now
/// @param after all that shall be there of ours
public record Change(Holding before, Holding after) {
    public Change {
        if (!before.name().equals(after.name())) {
            throw new IllegalArgumentException(before.name() + " cannot become " + after.name());
        }
    }

    public Name name() {
        return after.name();
    }

    /// Whether there is anything to do.
    boolean isDue() {
        return !replaced().isEmpty() || !removed().isEmpty();
    }

    /// The sets that are to be there in place of what is there of their types, by type.
    public List<RecordSet> replaced() {
        return after.sets().stream()
                .filter(set -> !before.find(set.type()).equals(Optional.of(set)))
                .toList();
    }

    /// The types of which nothing shall be left.
    public NavigableSet<Integer> removed() {
        NavigableSet<Integer> removed = new TreeSet<>(before.types());
        removed.removeAll(after.types());
        return removed;
    }

    /// The types of which there is nothing of ours yet.
    NavigableSet<Integer> added() {
        NavigableSet<Integer> added = new TreeSet<>(after.types());
        added.removeAll(before.types());
        return added;
    }
}
