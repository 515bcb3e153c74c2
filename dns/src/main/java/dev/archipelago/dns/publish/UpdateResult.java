package dev.archipelago.dns.publish;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xbill.DNS.Name;

/// What came of changes.
///
/// @param holdings what is ours now at each name that we know more of than before
/// @param taken the names that could not be had, or not with all types, because others have records there; nothing
///     of theirs was touched
/// @param refused the names that could not be changed for other reasons, and these. They are as they were
public record UpdateResult(List<Holding> holdings, NavigableSet<Name> taken, NavigableMap<Name, String> refused) {
    public UpdateResult {
        holdings = List.copyOf(holdings);
        taken = Collections.unmodifiableNavigableSet(new TreeSet<>(taken));
        refused = Collections.unmodifiableNavigableMap(new TreeMap<>(refused));
    }
}
