package dev.archipelago.cluster.dns;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.dns.Zones;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.SOARecord;

/// The DNS zone of a cluster and the reverse zones of its addresses.
///
/// Answers come from the caches that controllers share. The records of a service are built on the first query and kept
/// until the service or its endpoints change, so that changes without queries cost nothing.
public final class ClusterNames implements Zones {
    static final Name IPV4 = Name.fromConstantString("in-addr.arpa.");
    static final Name IPV6 = Name.fromConstantString("ip6.arpa.");

    private static final int REFRESH_SECONDS = 7200;
    private static final int RETRY_SECONDS = 1800;
    private static final int EXPIRY_SECONDS = 86_400;

    private final Settings settings;
    private final Name zone;
    private final Cache<Service> services;
    private final Cache<EndpointSlice> slices;
    private final Index<Service> byNamespace;
    private final Index<Service> byClusterIp;
    private final Index<EndpointSlice> slicesByService;
    private final Index<EndpointSlice> slicesByAddress;
    private final Map<Key, ServiceRecords> known = new ConcurrentHashMap<>();
    private final FederatedNames federated;
    private final ForwardZone forward;
    private final ReverseZone reverse4;
    private final ReverseZone reverse6;

    /// The settings of the zone.
    ///
    /// @param zone such as `cluster.local`
    /// @param ttlSeconds of the records
    /// @param servers the public addresses of the DNS server itself
    public record Settings(String zone, int ttlSeconds, List<InetAddress> servers) {
        public static final Settings DEFAULT = new Settings("cluster.local", 5, List.of());
    }

    /// Create it before the caches are synced.
    public ClusterNames(Caches caches, Settings settings) {
        this.settings = settings;
        zone = Name.fromConstantString(settings.zone().endsWith(".") ? settings.zone() : settings.zone() + '.');
        services = caches.of(Service.KIND);
        slices = caches.of(EndpointSlice.KIND);
        byNamespace = services.index(service -> List.of(service.namespace()));
        byClusterIp = services.index(service -> canonical(service.clusterIps()));
        slicesByService = slices.index(slice -> List.of(slice.service().toString()));
        slicesByAddress = slices.index(ClusterNames::addresses);
        services.listen((before, after) -> {
            forget(before == null ? null : before.key());
            forget(after == null ? null : after.key());
        });
        slices.listen((before, after) -> {
            forget(before == null ? null : before.service());
            forget(after == null ? null : after.service());
        });
        federated = new FederatedNames(caches);
        forward = new ForwardZone(this, federated);
        reverse4 = new ReverseZone(this, IPV4);
        reverse6 = new ReverseZone(this, IPV6);
    }

    /// Drops the records of a service. The cache shows a change before its listeners are called, and records are
    /// built under the lock that drops them, so records built after this include the change.
    private void forget(@Nullable Key service) {
        if (service != null) {
            known.remove(service);
        }
    }

    private static List<String> addresses(EndpointSlice slice) {
        List<String> addresses = new ArrayList<>(slice.endpoints().size());
        for (Endpoint endpoint : slice.endpoints()) {
            if (endpoint.ready()) {
                addresses.addAll(canonical(endpoint.addresses()));
            }
        }
        return addresses;
    }

    private static List<String> canonical(List<String> addresses) {
        boolean plain = addresses.stream().noneMatch(address -> address.indexOf(':') >= 0);
        return plain ? addresses : addresses.stream().map(Addresses::canonical).toList();
    }

    @Override
    public Optional<Zone> zoneOf(Name name) {
        if (name.subdomain(zone)) {
            return Optional.of(forward);
        }
        if (name.subdomain(IPV4)) {
            return Optional.of(reverse4);
        }
        return name.subdomain(IPV6) ? Optional.of(reverse6) : federated.zoneOf(name);
    }

    Name zone() {
        return zone;
    }

    Settings settings() {
        return settings;
    }

    Name server() {
        return Addresses.name("ns.dns", zone);
    }

    SOARecord authority(Name origin) {
        long serial =
                Math.max(federated.resourceVersion(), Math.max(services.resourceVersion(), slices.resourceVersion()))
                        & 0xffff_ffffL;
        return new SOARecord(
                origin,
                DClass.IN,
                settings.ttlSeconds(),
                server(),
                Addresses.name("hostmaster", zone),
                serial,
                REFRESH_SECONDS,
                RETRY_SECONDS,
                EXPIRY_SECONDS,
                settings.ttlSeconds());
    }

    boolean hasNamespace(String namespace) {
        return !byNamespace.get(namespace).isEmpty();
    }

    Optional<ServiceRecords> records(Key service) {
        ServiceRecords found = known.get(service);
        return found != null ? Optional.of(found) : Optional.ofNullable(known.computeIfAbsent(service, this::make));
    }

    private @Nullable ServiceRecords make(Key key) {
        Service service = services.get(key).orElse(null);
        return service == null
                ? null
                : ServiceRecords.of(service, slicesByService.get(key.toString()), zone, settings.ttlSeconds());
    }

    /// The names of an address.
    List<Name> namesOf(String address) {
        List<Name> names = new ArrayList<>();
        for (Service service : byClusterIp.get(address)) {
            names.add(ServiceRecords.name(service.key(), zone));
        }
        for (EndpointSlice slice : slicesByAddress.get(address)) {
            boolean headless =
                    services.get(slice.service()).filter(Service::isHeadless).isPresent();
            if (headless) {
                addMembers(slice, address, names);
            }
        }
        return names;
    }

    private void addMembers(EndpointSlice slice, String address, List<Name> names) {
        for (Endpoint endpoint : slice.endpoints()) {
            if (endpoint.ready() && canonical(endpoint.addresses()).contains(address)) {
                names.add(
                        Addresses.name(ServiceRecords.hostname(endpoint), ServiceRecords.name(slice.service(), zone)));
            }
        }
    }
}
