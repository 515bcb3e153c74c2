package dev.archipelago.dns.publish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.NameTooLongException;
import org.xbill.DNS.Record;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/// The record that says of a name that it is ours: `_archipelago.x. TXT "archipelago-OWNER" "A" "AAAA"` when we
/// made the addresses at `x.`. What it does not list there is somebody else's.
final class Marker {
    static final long TTL_SECONDS = 300;

    private static final Name LABEL = Name.fromConstantString("_archipelago");
    private static final String PREFIX = "archipelago-";
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    private final String text;

    /// @param owner tells those apart who publish into the same zone
    Marker(String owner) {
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("'" + owner + "' is no owner: letters, digits, '.', '_' and '-' are");
        }
        this.text = PREFIX + owner;
    }

    /// Whether a marker may be at a name.
    static boolean isAt(Name name) {
        return name.labels() > 1 && name.getLabelString(0).equalsIgnoreCase(LABEL.getLabelString(0));
    }

    static boolean hasRoomBelow(Name marked) {
        return LABEL.length() + marked.length() <= 255;
    }

    /// Where the marker of a name is.
    static Name nameFor(Name marked) {
        try {
            return Name.concatenate(LABEL, marked);
        } catch (NameTooLongException e) {
            throw new IllegalArgumentException(marked + " has no room for a marker", e);
        }
    }

    /// Which name is marked from here.
    static Name markedFrom(Name marker) {
        return new Name(marker, 1);
    }

    /// @param types those that are ours at the name, at least one
    Record recordFor(Name marked, NavigableSet<Integer> types, long ttlSeconds) {
        List<String> strings = new ArrayList<>(List.of(text));
        types.forEach(type -> strings.add(Type.string(type)));
        return new TXTRecord(nameFor(marked), DClass.IN, ttlSeconds, strings);
    }

    /// The types that are ours by what is found where a marker would be; nothing when it is not one of ours.
    Optional<NavigableSet<Integer>> read(Collection<Record> found) {
        if (found.size() != 1 || !(found.iterator().next() instanceof TXTRecord record)) {
            return Optional.empty();
        }
        List<String> strings = record.getStrings();
        NavigableSet<Integer> types = new TreeSet<>();
        strings.stream().skip(1).map(Type::value).forEach(types::add);
        boolean known = !types.isEmpty() && RecordSet.TYPES.containsAll(types);
        return known && strings.getFirst().equals(text) ? Optional.of(types) : Optional.empty();
    }
}
