package dev.archipelago.cluster.dns;

import dev.archipelago.api.objects.Key;
import dev.archipelago.dns.Zones.Zone;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.TXTRecord;

/// Resolves names to records.
final class ForwardZone implements Zone {
    private static final String SPECIFICATION = "1.1.0";

    private final ClusterNames names;
    private final FederatedNames federated;

    ForwardZone(ClusterNames names, FederatedNames federated) {
        this.names = names;
        this.federated = federated;
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
        // The cluster's own records first, but a name that only has names below it is no answer.
        Optional<List<Record>> own = find(name, labels);
        return own.filter(records -> !records.isEmpty())
                .or(() -> federated.find(name))
                .or(() -> own)
                .or(() -> local(name, labels));
    }

    /// For a federation name without records: the cluster's own name, without the federation label.
    private Optional<List<Record>> local(Name name, List<String> labels) {
        int federation = labels.size() - 2;
        if (federation < 2 || !labels.getLast().equals("svc") || !federated.isFederation(labels.get(federation))) {
            return Optional.empty();
        }
        List<String> rest = new ArrayList<>(labels);
        rest.remove(federation);
        Name target = Addresses.name(String.join(".", rest), names.zone());
        return find(target, rest).map(found -> List.of(new CNAMERecord(name, DClass.IN, ttl(), target)));
    }

    private Optional<List<Record>> find(Name name, List<String> labels) {
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

    /// The labels below the zone, in lower case.
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
