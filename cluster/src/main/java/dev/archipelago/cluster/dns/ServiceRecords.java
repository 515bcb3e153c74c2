package dev.archipelago.cluster.dns;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TextParseException;

/// The DNS records of one service. Immutable.
final class ServiceRecords {
    private static final int PRIORITY = 0;
    private static final int WEIGHT = 100;

    private final Name name;
    private final int ttl;
    private final boolean hidden;
    private final Set<Record> own = new LinkedHashSet<>();
    private final Map<String, Set<Record>> members = new HashMap<>();
    private final Map<String, Set<Record>> ports = new HashMap<>();
    private final Set<String> protocols = new HashSet<>();

    private ServiceRecords(Service service, List<EndpointSlice> slices, Name zone, int ttl) {
        this.name = name(service.key(), zone);
        this.ttl = ttl;
        if (service.isExternalName()) {
            addAlias(service.externalName());
        } else if (service.isHeadless()) {
            slices.forEach(this::addMembers);
        } else {
            addClusterIps(service);
        }
        // A headless service without ready endpoints does not exist in DNS.
        this.hidden = service.isHeadless() && own.isEmpty();
    }

    static ServiceRecords of(Service service, List<EndpointSlice> slices, Name zone, int ttl) {
        return new ServiceRecords(service, slices, zone, ttl);
    }

    static Name name(Key service, Name zone) {
        return Addresses.name(service.name() + '.' + service.namespace() + ".svc", zone);
    }

    /// The hostname of an endpoint: its own, or one derived from its address.
    static String hostname(Endpoint endpoint) {
        return endpoint.hostname().isEmpty()
                ? endpoint.addresses().getFirst().replace('.', '-').replace(':', '-')
                : endpoint.hostname();
    }

    private void addAlias(String target) {
        try {
            Name alias = Name.fromString(target, Name.root);
            own.add(new CNAMERecord(name, DClass.IN, ttl, alias));
        } catch (TextParseException e) {
            // An invalid external name has no records.
            own.clear();
        }
    }

    private void addClusterIps(Service service) {
        service.clusterIps().forEach(ip -> addAddress(own, name, ip));
        for (Service.Port port : service.ports()) {
            if (!port.name().isEmpty()) {
                addPort(port.name(), port.protocol(), port.number(), name);
            }
        }
    }

    private void addMembers(EndpointSlice slice) {
        if (!slice.addressType().startsWith("IP")) {
            return;
        }
        for (Endpoint endpoint : slice.endpoints()) {
            if (endpoint.ready() && !endpoint.addresses().isEmpty()) {
                addMember(endpoint, slice.ports());
            }
        }
    }

    private void addMember(Endpoint endpoint, List<EndpointSlice.Port> memberPorts) {
        String hostname = hostname(endpoint).toLowerCase(Locale.ROOT);
        Name member = Addresses.name(hostname, name);
        Set<Record> records = members.computeIfAbsent(hostname, h -> new LinkedHashSet<>());
        for (String address : endpoint.addresses()) {
            addAddress(own, name, address);
            addAddress(records, member, address);
        }
        for (EndpointSlice.Port port : memberPorts) {
            if (!port.name().isEmpty()) {
                addPort(port.name(), port.protocol(), port.number(), member);
            }
        }
    }

    private void addAddress(Set<Record> records, Name owner, String text) {
        InetAddress address = Addresses.parse(text).orElse(null);
        if (address != null) {
            records.add(
                    address instanceof Inet4Address
                            ? new ARecord(owner, DClass.IN, ttl, address)
                            : new AAAARecord(owner, DClass.IN, ttl, address));
        }
    }

    private void addPort(String port, String protocol, int number, Name target) {
        String below = '_' + protocol.toLowerCase(Locale.ROOT);
        String key = '_' + port + '.' + below;
        protocols.add(below);
        ports.computeIfAbsent(key, k -> new LinkedHashSet<>())
                .add(new SRVRecord(Addresses.name(key, name), DClass.IN, ttl, PRIORITY, WEIGHT, number, target));
        // Also at the service's own name, for clients that accept any port.
        own.add(new SRVRecord(name, DClass.IN, ttl, PRIORITY, WEIGHT, number, target));
    }

    /// The records at a name below the service's.
    ///
    /// @param labels in lower case, empty for the service's own name
    Optional<List<Record>> find(List<String> labels) {
        return switch (labels.size()) {
            case 0 -> hidden ? Optional.empty() : Optional.of(new ArrayList<>(own));
            case 1 ->
                protocols.contains(labels.getFirst()) ? Optional.of(List.of()) : copy(members.get(labels.getFirst()));
            case 2 -> copy(ports.get(labels.getFirst() + '.' + labels.getLast()));
            default -> Optional.empty();
        };
    }

    private static Optional<List<Record>> copy(@Nullable Set<Record> records) {
        return records == null ? Optional.empty() : Optional.of(new ArrayList<>(records));
    }
}
