package dev.archipelago.apiserver.service;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Allotments;
import dev.archipelago.apiserver.registry.Reservation;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction.Change;
import dev.archipelago.store.Transaction.Delete;
import dev.archipelago.store.Transaction.Guard;
import dev.archipelago.store.Transaction.Put;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Gives services their cluster IPs and node ports.
public final class ServiceAllotments implements Allotments {
    private static final String SERVICES = "services/";

    private final Store store;
    private final RandomGenerator random;
    private final Pool addresses;
    private final Pool ports;
    private final boolean hasNodes;

    public ServiceAllotments(Store store, RandomGenerator random, ServiceNetwork network) {
        this.store = store;
        this.random = random;
        this.addresses = Pool.addresses(network);
        this.ports = Pool.ports(network);
        this.hasNodes = network.hasNodes();
    }

    @Override
    public Reservation reserve(ServedResource resource, @Nullable ObjectNode old, ObjectNode object) {
        if (!resource.keyPrefix().equals(SERVICES) || !(object.get("spec") instanceof ObjectNode spec)) {
            return Reservation.NONE;
        }
        ObjectNode given = spec.deepCopy();
        Set<String> kept = old == null ? Set.of() : held(old);
        new ServiceAllotment(store, random, addresses, ports, hasNodes, Meta.name(object), spec, kept).complete();
        Reservation changes = changes(Meta.uid(object), kept, held(object));
        return new Reservation(changes.guards(), changes.changes(), () -> object.set("spec", given));
    }

    @Override
    public Reservation release(ServedResource resource, ObjectNode old) {
        if (!resource.keyPrefix().equals(SERVICES)) {
            return Reservation.NONE;
        }
        return changes(Meta.uid(old), held(old), Set.of());
    }

    private Reservation changes(String uid, Set<String> before, Set<String> after) {
        List<Guard> guards = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (String key : after) {
            // What is new may have been taken a moment ago, so it is guarded whatever the store says now. What is kept
            // may have been written by a server that knew nothing of this: then it is made good.
            if (!before.contains(key) || store.get(key).isEmpty()) {
                guards.add(new Guard(key, 0));
                changes.add(new Put(key, uid.getBytes(StandardCharsets.UTF_8)));
            }
        }
        for (String key : before) {
            if (!after.contains(key) && isOf(uid, key)) {
                changes.add(new Delete(key));
            }
        }
        return new Reservation(guards, changes, () -> {});
    }

    private boolean isOf(String uid, String key) {
        return store.get(key)
                .filter(entry -> new String(entry.value(), StandardCharsets.UTF_8).equals(uid))
                .isPresent();
    }

    /// The keys of all that a service has.
    private Set<String> held(ObjectNode service) {
        JsonNode spec = service.path("spec");
        Set<String> keys = new LinkedHashSet<>();
        if (!spec.path("type").asString("").equals("ExternalName")) {
            for (JsonNode ip : spec.path("clusterIPs")) {
                if (!ip.asString("").equals(ServiceAllotment.NO_ADDRESS)) {
                    keys.add(addresses.key(ip.asString("")));
                }
            }
        }
        for (JsonNode port : spec.path("ports")) {
            addPort(port.path("nodePort"), keys);
        }
        addPort(spec.path("healthCheckNodePort"), keys);
        return keys;
    }

    private void addPort(JsonNode port, Set<String> keys) {
        int number = port.asInt(0);
        if (number != 0) {
            keys.add(ports.key(Integer.toString(number)));
        }
    }
}
