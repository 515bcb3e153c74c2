package dev.archipelago.cluster.dns;

import dev.archipelago.dns.Zones.Zone;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.SOARecord;

/// Resolves addresses to names.
final class ReverseZone implements Zone {
    private final ClusterNames names;
    private final Name origin;
    private final int labels;

    ReverseZone(ClusterNames names, Name origin) {
        this.names = names;
        this.origin = origin;
        this.labels = origin.labels() + (origin.equals(ClusterNames.IPV4) ? 4 : 32);
    }

    @Override
    public SOARecord authority() {
        return names.authority(origin);
    }

    @Override
    public Optional<List<Record>> find(Name name) {
        if (name.equals(origin)) {
            return Optional.of(List.of(authority()));
        }
        if (name.labels() < labels) {
            // There may be addresses below it, so NXDOMAIN would be wrong.
            return Optional.of(List.of());
        }
        String address;
        try {
            address = ReverseMap.fromName(name).getHostAddress();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
        List<Record> records = new ArrayList<>();
        for (Name target : names.namesOf(address)) {
            records.add(new PTRRecord(name, DClass.IN, names.settings().ttlSeconds(), target));
        }
        return records.isEmpty() ? Optional.empty() : Optional.of(records);
    }
}
