package dev.archipelago.cluster.dns;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.dns.Zones;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.DClass;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/// The DNS records of a federation. Every member has them all, in ConfigMaps that the federation propagates, so they
/// are served while the federation is down.
///
/// Each entry of a ConfigMap is a name and its records, one per line: type, TTL in seconds, and data.
public final class FederatedNames implements Zones {
    /// The namespace of the ConfigMaps.
    public static final String NAMESPACE = "archipelago-names";

    /// The ConfigMap with the federation's name and zone.
    public static final String FEDERATION = "federation";

    /// The label of the ConfigMaps; its value is `true`.
    public static final String LABEL = "archipelago.dev/names";

    private static final Logger log = LoggerFactory.getLogger(FederatedNames.class);
    private static final int REMEMBERED_SECONDS = 5;
    private static final int REFRESH_SECONDS = 7200;
    private static final int RETRY_SECONDS = 1800;
    private static final int EXPIRY_SECONDS = 86_400;

    private final Cache<ConfigMap> maps;
    private final NavigableMap<Name, List<Record>> records = new ConcurrentSkipListMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Identity identity;

    /// @param zone such as `example.com.`
    private record Identity(String federation, Name zone) {}

    /// Create it before the caches are synced.
    public FederatedNames(Caches caches) {
        maps = caches.of(ConfigMap.KIND);
        maps.listen((before, after) -> {
            ConfigMap known = after == null ? before : after;
            if (known == null || !isOurs(known)) {
                return;
            }
            if (known.name().equals(FEDERATION)) {
                identity = after == null ? null : identity(after);
            } else {
                take(before, after);
                listeners.forEach(Runnable::run);
            }
        });
    }

    /// Registers a listener for changes of records.
    ///
    /// @param listener must not block
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    private static boolean isOurs(ConfigMap map) {
        return map.namespace().equals(NAMESPACE) && map.labels().containsKey(LABEL);
    }

    private void take(@Nullable ConfigMap before, @Nullable ConfigMap after) {
        Map<Name, List<Record>> now = after == null ? Map.of() : read(after);
        records.putAll(now);
        if (before != null) {
            read(before).forEach((name, old) -> {
                if (!now.containsKey(name)) {
                    // Another map may have set the name meanwhile.
                    records.remove(name, old);
                }
            });
        }
    }

    private static @Nullable Identity identity(ConfigMap map) {
        try {
            return new Identity(
                    map.data().path("name").asString(""),
                    Name.fromString(map.data().path("zone").asString("."), Name.root));
        } catch (TextParseException e) {
            log.warn("{} has an invalid zone: {}", map.key(), e.getMessage());
            return null;
        }
    }

    private static Map<Name, List<Record>> read(ConfigMap map) {
        Map<Name, List<Record>> read = new HashMap<>();
        map.data().properties().forEach(entry -> {
            try {
                Name name = Name.fromString(entry.getKey(), Name.root);
                List<Record> all = new ArrayList<>();
                for (String line : entry.getValue().asString("").split("\n")) {
                    all.add(record(name, line));
                }
                read.put(name, List.copyOf(all));
            } catch (IOException | IllegalArgumentException e) {
                log.warn("{} has invalid records at {}: {}", map.key(), entry.getKey(), e.getMessage());
            }
        });
        return read;
    }

    private static Record record(Name name, String line) throws IOException {
        String[] parts = line.split(" ", 3);
        if (parts.length != 3 || Type.value(parts[0]) < 0) {
            throw new IOException("\"" + line + "\" is not a type, a number of seconds and data");
        }
        return Record.fromString(name, Type.value(parts[0]), DClass.IN, Long.parseLong(parts[1]), parts[2], Name.root);
    }

    /// The records at a name; an empty list when there are only names below it.
    Optional<List<Record>> find(Name name) {
        List<Record> found = records.get(name);
        if (found != null) {
            return Optional.of(found);
        }
        Name next = records.higherKey(name);
        return next != null && next.subdomain(name) ? Optional.of(List.of()) : Optional.empty();
    }

    /// Whether a label is the name of the federation.
    boolean isFederation(String label) {
        Identity known = identity;
        return known != null && known.federation.equals(label);
    }

    /// The resourceVersion of the last change.
    long resourceVersion() {
        return maps.resourceVersion();
    }

    @Override
    public Optional<Zone> zoneOf(Name name) {
        Identity known = identity;
        return known != null && name.subdomain(known.zone)
                ? Optional.of(new FederatedZone(known.zone))
                : Optional.empty();
    }

    /// All records, by their names.
    public Map<Name, List<Record>> all() {
        return Collections.unmodifiableMap(records);
    }

    private final class FederatedZone implements Zone {
        private final Name zone;

        private FederatedZone(Name zone) {
            this.zone = zone;
        }

        @Override
        public SOARecord authority() {
            return new SOARecord(
                    zone,
                    DClass.IN,
                    REMEMBERED_SECONDS,
                    server(),
                    Addresses.name("hostmaster", zone),
                    resourceVersion() & 0xffff_ffffL,
                    REFRESH_SECONDS,
                    RETRY_SECONDS,
                    EXPIRY_SECONDS,
                    REMEMBERED_SECONDS);
        }

        private Name server() {
            return Addresses.name("ns.dns", zone);
        }

        @Override
        public Optional<List<Record>> find(Name name) {
            return name.equals(zone)
                    ? Optional.of(List.of(authority(), new NSRecord(zone, DClass.IN, REMEMBERED_SECONDS, server())))
                    : FederatedNames.this.find(name);
        }
    }

    /// The key of a service's ConfigMap.
    public static Key mapOf(Key service) {
        return new Key(NAMESPACE, service.name() + '.' + service.namespace());
    }

    /// The service of a ConfigMap; empty when it is not one of these.
    public static Optional<Key> serviceOf(ConfigMap map) {
        int dot = map.name().indexOf('.');
        return isOurs(map) && dot > 0
                ? Optional.of(new Key(map.name().substring(dot + 1), map.name().substring(0, dot)))
                : Optional.empty();
    }
}
