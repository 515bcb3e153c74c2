package dev.archipelago.dns.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;
import org.xbill.DNS.Update;

/// Changes as messages of RFC 2136. A server makes all changes of a message or, when one of its prerequisites does
/// not hold, none.
///
/// It passes over additions that would put an alias beside other records (section 3.4.2.2) without saying so, which
/// is why there are prerequisites against that, too.
final class Messages {
    /// Pointers to names reach this far into a message. Up to here, changes take no more room together than each
    /// alone.
    static final int SHARED_BYTES_MAX = 16_000;

    /// For a name that has a message to itself; a signature must fit into 64 kB as well.
    static final int BYTES_MAX = 64_000;

    static final int SETS_MAX = 200;

    private static final int FRAME_BYTES = 12;

    private final Name zone;
    private final Marker marker;

    Messages(Name zone, Marker marker) {
        this.zone = zone;
        this.marker = marker;
    }

    /// @param batches what goes into one message each
    /// @param tooLarge what does not even fit into one of its own
    record Split(List<List<Change>> batches, NavigableSet<Name> tooLarge) {}

    /// Keeps the order.
    Split split(List<Change> changes) {
        List<List<Change>> batches = new ArrayList<>();
        NavigableSet<Name> tooLarge = new TreeSet<>();
        List<Change> batch = new ArrayList<>();
        int bytes = 0;
        int sets = 0;
        for (Change change : changes) {
            int changeBytes = bytes(change);
            int changeSets = change.replaced().size() + change.removed().size();
            if (changeBytes > BYTES_MAX) {
                tooLarge.add(change.name());
                continue;
            }
            boolean fits = bytes + changeBytes <= SHARED_BYTES_MAX && sets + changeSets <= SETS_MAX;
            if (!fits && !batch.isEmpty()) {
                batches.add(List.copyOf(batch));
                batch.clear();
                bytes = 0;
                sets = 0;
            }
            batch.add(change);
            bytes += changeBytes;
            sets += changeSets;
        }
        if (!batch.isEmpty()) {
            batches.add(List.copyOf(batch));
        }
        return new Split(batches, tooLarge);
    }

    private int bytes(Change change) {
        return update(List.of(change)).toWire().length - FRAME_BYTES;
    }

    Update update(List<Change> changes) {
        Update update = new Update(zone);
        for (Change change : changes) {
            require(change, update);
            make(change, update);
        }
        return update;
    }

    private void require(Change change, Update update) {
        Name name = change.name();
        Holding before = change.before();
        if (before.isNothing()) {
            update.absent(name);
            update.absent(Marker.nameFor(name));
            return;
        }
        update.present(marker.recordFor(name, before.types(), 0));
        for (int type : foreign(change)) {
            update.absent(name, type);
        }
    }

    /// The types of which others may have made records at a name of ours, in the way of what we will add.
    private static NavigableSet<Integer> foreign(Change change) {
        NavigableSet<Integer> types = change.added();
        if (types.contains(Type.CNAME)) {
            types.addAll(RecordSet.TYPES);
            types.addAll(List.of(Type.NS, Type.DNAME));
        } else if (!change.replaced().isEmpty()) {
            types.add(Type.CNAME);
        }
        types.removeAll(change.before().types());
        return types;
    }

    /// What goes is named before what comes: an alias and other records take each other's place.
    private void make(Change change, Update update) {
        Name name = change.name();
        NavigableSet<Integer> types = change.after().types();
        boolean remarked = !types.equals(change.before().types());
        for (int type : change.removed()) {
            update.delete(name, type);
        }
        for (RecordSet set : change.replaced()) {
            if (change.before().types().contains(set.type())) {
                update.delete(name, set.type());
            }
        }
        if (remarked && !change.before().isNothing()) {
            update.delete(Marker.nameFor(name), Type.TXT);
        }
        for (RecordSet set : change.replaced()) {
            for (Record record : set.records()) {
                update.add(record);
            }
        }
        if (remarked && !types.isEmpty()) {
            update.add(marker.recordFor(name, types, Marker.TTL_SECONDS));
        }
    }
}
