package dev.archipelago.dns.publish;

import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.Type;

/// Publishes by RFC 2136 over TCP, signed. Does not try again: that is for the caller, with whatever patience it
/// has.
public final class UpdatePublisher implements Publisher {
    private final Marker marker;
    private final List<Server> servers;

    /// Connects to nothing yet.
    ///
    /// @param servers tried in order until one answers; names may be unresolved, and are then looked up each time
    /// @param owner tells those apart who publish into the same zone; must stay the same over restarts
    /// @param timeout for each exchange with each server
    public UpdatePublisher(List<InetSocketAddress> servers, Key key, String owner, Duration timeout) {
        this(servers, key, owner, timeout, Clock.systemUTC());
    }

    UpdatePublisher(List<InetSocketAddress> servers, Key key, String owner, Duration timeout, Clock clock) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("there are no servers to publish to");
        }
        TSIG signer = key.signer(clock);
        this.marker = new Marker(owner);
        this.servers = servers.stream()
                .map(address -> new Server(address, signer, timeout))
                .toList();
    }

    @Override
    public Holdings read(Name zone) throws PublishException {
        List<Record> records = new Servers(zone, servers).ask(server -> server.transfer(zone));
        NavigableMap<Name, NavigableMap<Integer, List<Record>>> found = new TreeMap<>();
        for (Record record : records) {
            found.computeIfAbsent(record.getName(), name -> new TreeMap<>())
                    .computeIfAbsent(record.getType(), type -> new ArrayList<>())
                    .add(record);
        }
        NavigableMap<Name, Holding> held = new TreeMap<>();
        found.forEach((name, byType) -> {
            if (Marker.isAt(name)) {
                Name marked = Marker.markedFrom(name);
                marker.read(byType.getOrDefault(Type.TXT, List.of()))
                        .ifPresent(types -> held.put(marked, holding(marked, types, found)));
            }
        });
        return new Holdings(held);
    }

    private static Holding holding(
            Name name, NavigableSet<Integer> types, Map<Name, NavigableMap<Integer, List<Record>>> found) {
        List<RecordSet> sets = new ArrayList<>();
        found.getOrDefault(name, new TreeMap<>()).forEach((type, records) -> {
            if (types.contains(type)) {
                sets.add(RecordSet.of(records));
            }
        });
        return new Holding(name, types, sets);
    }

    @Override
    public UpdateResult publish(Name zone, List<Change> changes) throws PublishException {
        for (Change change : changes) {
            if (!change.name().subdomain(zone)) {
                throw new IllegalArgumentException(change.name() + " is not in the zone " + zone);
            }
        }
        return new Publication(zone, marker, new Servers(zone, servers)).make(changes);
    }
}
