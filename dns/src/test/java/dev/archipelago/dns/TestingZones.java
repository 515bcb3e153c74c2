package dev.archipelago.dns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Type;

/// The zone `example.` with the records that a test gives it.
final class TestingZones implements Zones, Zones.Zone {
    private final Name origin = Name.fromConstantString("example.");
    private final Map<Name, List<Record>> records = new TreeMap<>();

    TestingZones() {
        records.put(origin, new ArrayList<>(List.of(authority())));
    }

    TestingZones add(String name, int type, String data) {
        try {
            Name owner = Name.fromString(name, origin);
            records.computeIfAbsent(owner, n -> new ArrayList<>())
                    .add(Record.fromString(owner, type, DClass.IN, 30, data, origin));
            for (Name parent = new Name(owner, 1); !parent.equals(origin); parent = new Name(parent, 1)) {
                records.putIfAbsent(parent, new ArrayList<>());
            }
            return this;
        } catch (IOException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    TestingZones addMany(String name, int count) {
        for (int i = 0; i < count; i++) {
            add(name, Type.A, "10.0." + i / 250 + '.' + (i % 250 + 1));
        }
        return this;
    }

    @Override
    public Optional<Zone> zoneOf(Name name) {
        return name.subdomain(origin) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public SOARecord authority() {
        return new SOARecord(
                origin, DClass.IN, 30, Name.fromConstantString("ns.example."), origin, 1, 7200, 1800, 86_400, 5);
    }

    @Override
    public Optional<List<Record>> find(Name name) {
        return Optional.ofNullable(records.get(name));
    }
}
