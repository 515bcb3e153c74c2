package dev.archipelago.dns.publish;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import org.xbill.DNS.Update;

/// Makes changes in one zone, once.
///
/// A server that finds a prerequisite of a message unmet does not say which. So a message that is turned down is
/// halved until it is known which names are in the way, and all the others are changed. So is one that a server
/// refuses or fails at, for it may only mean some of the names: there may be rules for each name, or a limit of
/// records.
final class Publication {
    /// When there are more and nothing else was done, it is not the names.
    static final int REFUSED_MAX = 10;

    private final Marker marker;
    private final Messages messages;
    private final Servers servers;
    private final List<Holding> holdings = new ArrayList<>();
    private final NavigableSet<Name> taken = new TreeSet<>();
    private final NavigableMap<Name, String> refused = new TreeMap<>();
    private @Nullable PublishException refusal;

    Publication(Name zone, Marker marker, Servers servers) {
        this.marker = marker;
        this.messages = new Messages(zone, marker);
        this.servers = servers;
    }

    UpdateResult make(List<Change> changes) throws PublishException {
        Messages.Split split = messages.split(changes);
        for (List<Change> batch : split.batches()) {
            makeOrHalve(batch);
        }
        if (refusal != null && holdings.isEmpty()) {
            throw refusal;
        }
        for (Name name : split.tooLarge()) {
            refused.put(name, "it has more records than one message can carry");
        }
        return new UpdateResult(holdings, taken, refused);
    }

    private void makeOrHalve(List<Change> batch) throws PublishException {
        if (batch.size() == 1) {
            makeOrSettle(batch.getFirst());
        } else if (!areMade(batch)) {
            makeOrHalve(batch.subList(0, batch.size() / 2));
            makeOrHalve(batch.subList(batch.size() / 2, batch.size()));
        }
    }

    private boolean areMade(List<Change> batch) throws PublishException {
        try {
            return areMadeIfMet(batch);
        } catch (PublishException e) {
            if (e.mayBeForTheNames()) {
                return false;
            }
            throw e;
        }
    }

    private void makeOrSettle(Change change) throws PublishException {
        try {
            if (!areMadeIfMet(List.of(change))) {
                settle(change);
            }
        } catch (PublishException e) {
            boolean hopeless = holdings.isEmpty() && refused.size() == REFUSED_MAX;
            if (hopeless || !e.mayBeForTheNames()) {
                throw e;
            }
            refused.put(change.name(), String.valueOf(e.getMessage()));
            refusal = e;
        }
    }

    /// @return whether their prerequisites were met
    private boolean areMadeIfMet(List<Change> batch) throws PublishException {
        Update update = messages.update(batch);
        boolean met = servers.ask(server -> server.ask(update)).getRcode() == Rcode.NOERROR;
        if (met) {
            batch.forEach(change -> holdings.add(change.after()));
        }
        return met;
    }

    /// The name is not as we thought. When it is ours in another way, perhaps because we did not hear of our
    /// success, we go on from there.
    private void settle(Change change) throws PublishException {
        Name name = change.name();
        NavigableSet<Integer> types = ours(name);
        boolean asThought = types.equals(change.before().types());
        Holding before = asThought ? change.before() : new Holding(name, types, List.of());
        Change anew = new Change(before, change.after());
        if (!anew.isDue()) {
            holdings.add(anew.after());
        } else if (asThought || !areMadeIfMet(List.of(anew))) {
            taken.add(name);
            Change part = withoutNewTypes(anew);
            if (!part.isDue() || !areMadeIfMet(List.of(part))) {
                holdings.add(before);
            }
        }
    }

    /// Others have records in the way of new types of ours. What is ours already need not be outdated for that.
    private static Change withoutNewTypes(Change change) {
        List<RecordSet> sets = change.after().sets().stream()
                .filter(set -> change.before().types().contains(set.type()))
                .toList();
        return sets.isEmpty()
                ? new Change(change.before(), change.before())
                : new Change(change.before(), Holding.of(change.name(), sets));
    }

    private NavigableSet<Integer> ours(Name name) throws PublishException {
        Name at = Marker.nameFor(name);
        Message question = Message.newQuery(Record.newRecord(at, Type.TXT, DClass.IN));
        question.getHeader().unsetFlag(Flags.RD);
        List<Record> found = servers.ask(server -> server.ask(question)).getSection(Section.ANSWER).stream()
                .filter(record -> record.getName().equals(at) && record.getType() == Type.TXT)
                .toList();
        return marker.read(found).orElse(Collections.emptyNavigableSet());
    }
}
