package dev.archipelago.dns.publish;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.xbill.DNS.Name;

/// What is ours in one zone.
///
/// @param byName only names where something is, in canonical order
public record Holdings(NavigableMap<Name, Holding> byName) {
    public static final Holdings NOTHING = new Holdings(Collections.emptyNavigableMap());

    public Holdings {
        byName = Collections.unmodifiableNavigableMap(new TreeMap<>(byName));
    }

    /// What is ours once changes were made.
    public Holdings after(UpdateResult outcome) {
        NavigableMap<Name, Holding> after = new TreeMap<>(byName);
        for (Holding holding : outcome.holdings()) {
            if (holding.isNothing()) {
                after.remove(holding.name());
            } else {
                after.put(holding.name(), holding);
            }
        }
        return new Holdings(after);
    }

    Holding at(Name name) {
        return byName.getOrDefault(name, Holding.nothing(name));
    }
}
