package dev.archipelago.dns.publish;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

/// All records of one type at one name. Two are equal when they say the same, in whatever order and case.
///
/// @param name absolute, and short enough to have a marker below it
/// @param type one of those that may be published
/// @param ttlSeconds the same for all
/// @param records at least one, in canonical order, none twice
public record RecordSet(Name name, int type, long ttlSeconds, List<Record> records) {
    /// The types that may be published. Those that make up a zone, or sign it, are for whoever runs its server.
    public static final List<Integer> TYPES = List.of(
            Type.A,
            Type.CNAME,
            Type.PTR,
            Type.MX,
            Type.TXT,
            Type.AAAA,
            Type.SRV,
            Type.NAPTR,
            Type.SSHFP,
            Type.TLSA,
            Type.SVCB,
            Type.HTTPS,
            Type.CAA);

    private static final long TTL_SECONDS_MAX = Integer.MAX_VALUE;

    public RecordSet {
        check(name.isAbsolute(), name, "is not absolute");
        check(!Marker.isAt(name), name, "is kept for markers");
        check(Marker.hasRoomBelow(name), name, "is too long: its marker has no room");
        check(TYPES.contains(type), name, "may have no records of type " + Type.string(type));
        check(ttlSeconds >= 0 && ttlSeconds <= TTL_SECONDS_MAX, name, "has a TTL of " + ttlSeconds + " s");
        check(!records.isEmpty(), name, "has no records");
        TreeSet<Record> canonical = new TreeSet<>();
        for (Record record : records) {
            boolean fits = record.getName().equals(name) && record.getType() == type;
            check(fits && record.getDClass() == DClass.IN, name, "does not fit the record " + record);
            canonical.add(Record.newRecord(name, type, DClass.IN, ttlSeconds, record.rdataToWireCanonical()));
        }
        check(type != Type.CNAME || canonical.size() == 1, name, "is an alias for more than one name");
        records = List.copyOf(canonical);
    }

    /// A set from text.
    ///
    /// @param data one text for each record, as in a zone file, with absolute names
    public static RecordSet of(Name name, int type, long ttlSeconds, String... data) {
        List<Record> records = new ArrayList<>();
        for (String text : data) {
            try {
                records.add(Record.fromString(name, type, DClass.IN, ttlSeconds, text, Name.root));
            } catch (IOException e) {
                throw new IllegalArgumentException(name + " cannot have the record " + text, e);
            }
        }
        return new RecordSet(name, type, ttlSeconds, records);
    }

    /// A set from what was found.
    ///
    /// @param records of one name and type; the smallest of their TTLs is that of the set
    static RecordSet of(Collection<Record> records) {
        Record first = records.iterator().next();
        long ttlSeconds = records.stream().mapToLong(Record::getTTL).min().orElse(0);
        return new RecordSet(first.getName(), first.getType(), ttlSeconds, List.copyOf(records));
    }

    private static void check(boolean good, Name name, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(name + " " + otherwise);
        }
    }

    @Override
    public String toString() {
        List<String> data = records.stream().map(Record::rdataToString).toList();
        return name + " " + ttlSeconds + " " + Type.string(type) + " " + data;
    }
}
