package dev.archipelago.dns;

import java.util.List;
import java.util.Optional;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;

/// The names that a server answers for. Asked for every query, from any thread, and must not block.
///
/// Names are absolute, and equal whatever their case.
public interface Zones {

    /// The zone that a name is in; nothing when it is for others to answer.
    Optional<Zone> zoneOf(Name name);

    /// One zone.
    interface Zone {
        /// Who answers for the zone, and for how long it may be remembered that something does not exist.
        SOARecord authority();

        /// All records of a name of the zone, of all types.
        ///
        /// @return nothing when there is no such name; an empty list when there are only names below it
        Optional<List<Record>> find(Name name);
    }
}
