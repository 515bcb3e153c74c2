package dev.archipelago.cluster.dns;

import dev.archipelago.controller.objects.Key;
import dev.archipelago.dns.Zones.Zone;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.TXTRecord;

/// From names to addresses.
final class ForwardZone implements Zone {
    private static final String SPECIFICATION = "1.1.0";

    private final ClusterNames names;

    ForwardZone(ClusterNames names) {
        this.names = names;
    }

    @Override
    public SOARecord authority() {
        return names.authority(names.zone());
    }

    @Override
    public Optional<List<Record>> find(Name name) {
        List<String> labels = labels(name);
        if (labels.isEmpty()) {
            return Optional.of(List.of(authority(), new NSRecord(names.zone(), DClass.IN, ttl(), names.server())));
        }
        return switch (labels.getLast()) {
            case "svc" -> service(labels.subList(0, labels.size() - 1));
            case "dns" -> server(labels.subList(0, labels.size() - 1));
            case "dns-version" ->
                labels.size() == 1
                        ? Optional.of(List.of(new TXTRecord(name, DClass.IN, ttl(), SPECIFICATION)))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private long ttl() {
        return names.settings().ttlSeconds();
    }

    /// The labels above the zone's, in small letters.
    private List<String> labels(Name name) {
        int count = name.labels() - names.zone().labels();
        List<String> labels = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            labels.add(name.getLabelString(i).toLowerCase(Locale.ROOT));
        }
        return labels;
    }

    private Optional<List<Record>> service(List<String> labels) {
        int count = labels.size();
        if (count == 0) {
            return Optional.of(List.of());
        }
        String namespace = labels.getLast();
        if (count == 1) {
            return names.hasNamespace(namespace) ? Optional.of(List.of()) : Optional.empty();
        }
        return names.records(new Key(namespace, labels.get(count - 2)))
                .flatMap(records -> records.find(labels.subList(0, count - 2)));
    }

    private Optional<List<Record>> server(List<String> labels) {
        if (labels.isEmpty()) {
            return Optional.of(List.of());
        }
        if (labels.size() != 1 || !labels.getFirst().equals("ns")) {
            return Optional.empty();
        }
        List<Record> records = new ArrayList<>();
        for (InetAddress address : names.settings().servers()) {
            records.add(
                    address instanceof Inet4Address
                            ? new ARecord(names.server(), DClass.IN, ttl(), address)
                            : new AAAARecord(names.server(), DClass.IN, ttl(), address));
        }
        return Optional.of(records);
    }
}
