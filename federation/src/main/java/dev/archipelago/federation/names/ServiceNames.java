package dev.archipelago.federation.names;

import dev.archipelago.api.objects.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/// Builds the DNS records of one service. Pure.
///
/// @param federation its name
/// @param zone such as `example.com`
record ServiceNames(String federation, String zone) {

    /// A port of a service.
    ///
    /// @param name empty for none
    record Port(String name, String protocol, int number) {}

    /// A replica of a StatefulSet and its external addresses.
    record Replica(String name, List<String> addresses) {}

    /// The records of a service with a load balancer in each cluster: one name for all clusters, one for each
    /// region and one for each zone. The name of a zone without addresses is an alias of its region, and that of a
    /// region of all clusters.
    SortedMap<String, String> balanced(Key service, List<ServiceLocation> places) {
        RecordBook book = new RecordBook();
        List<String> all = new ArrayList<>();
        places.forEach(place -> all.addAll(place.addresses()));
        if (all.isEmpty()) {
            return book.texts();
        }
        String global = name(service, "");
        book.addresses(global, all);
        for (ServiceLocation place : places) {
            if (place.region().isEmpty()) {
                continue;
            }
            List<String> inRegion = new ArrayList<>();
            for (ServiceLocation other : places) {
                if (other.region().equals(place.region())) {
                    inRegion.addAll(other.addresses());
                }
            }
            String region = name(service, label(place.region()) + '.');
            put(book, region, inRegion, global);
            for (String zoneName : place.zones()) {
                List<String> inZone = new ArrayList<>();
                for (ServiceLocation other : places) {
                    if (other.zones().contains(zoneName)) {
                        inZone.addAll(other.addresses());
                    }
                }
                put(book, name(service, label(zoneName) + '.' + label(place.region()) + '.'), inZone, region);
            }
        }
        return book.texts();
    }

    private static void put(RecordBook book, String name, List<String> addresses, String otherwise) {
        if (addresses.isEmpty()) {
            book.alias(name, otherwise);
        } else {
            book.addresses(name, addresses);
        }
    }

    /// The records of a headless service whose replicas have load balancers: its name has the addresses of all.
    ///
    /// @param sets the StatefulSets it governs, whose names become aliases of it
    SortedMap<String, String> governing(Key service, List<Port> ports, List<Replica> replicas, List<String> sets) {
        RecordBook book = new RecordBook();
        String global = name(service, "");
        for (Replica replica : replicas) {
            String own = replica.name() + '.' + global;
            book.addresses(global, replica.addresses());
            book.addresses(own, replica.addresses());
            for (Port port : ports) {
                book.service(global, port.number(), own);
                if (!port.name().isEmpty()) {
                    book.service(
                            '_' + port.name() + "._" + port.protocol().toLowerCase(Locale.ROOT) + '.' + global,
                            port.number(),
                            own);
                }
            }
        }
        if (!replicas.isEmpty()) {
            for (String set : sets) {
                book.alias(name(new Key(service.namespace(), set), ""), global);
            }
        }
        return book.texts();
    }

    /// @param place empty, or labels that end with a dot
    private String name(Key service, String place) {
        return service.name() + '.' + service.namespace() + '.' + federation + ".svc." + place + zone;
    }

    private static String label(String place) {
        return place.toLowerCase(Locale.ROOT);
    }
}
