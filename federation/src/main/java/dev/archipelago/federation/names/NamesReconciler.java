package dev.archipelago.federation.names;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the DNS records of the federation's services, each in a ConfigMap that is propagated to all clusters. Its keys
/// are those of services.
public final class NamesReconciler implements Reconciler {
    private static final String SUFFIX = "-service";

    private final Cache<Service> services;
    private final Cache<ConfigMap> maps;
    private final Cache<Cluster> clusters;
    private final Index<StatefulSet> setsByService;
    private final Cache<StatefulSet> sets;
    private final Bindings bindings;
    private final ServiceNames names;

    /// @param federation its name
    /// @param zone such as `example.com`
    public NamesReconciler(Caches caches, Bindings bindings, String federation, String zone) {
        this.services = caches.of(Service.KIND);
        this.maps = caches.of(ConfigMap.KIND);
        this.clusters = caches.of(Cluster.KIND);
        this.sets = caches.of(StatefulSet.KIND);
        this.setsByService = sets.index(set -> List.of(new Key(set.namespace(), set.serviceName()).toString()));
        this.bindings = bindings;
        this.names = new ServiceNames(federation, zone);
    }

    @Override
    public String name() {
        return "names-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        services.listen((before, after) -> known(before, after).ifPresent(service -> {
            again.accept(service.key());
            governing(service).ifPresent(again);
        }));
        maps.listen((before, after) -> known(before, after)
                .flatMap(map -> FederatedNames.serviceOf(map))
                .ifPresent(again));
        sets.listen((before, after) ->
                known(before, after).ifPresent(set -> again.accept(new Key(set.namespace(), set.serviceName()))));
        bindings.listen((before, after) -> known(before, after).ifPresent(binding -> {
            if (binding.name().endsWith(SUFFIX)) {
                addressesChanged(binding.template(), again);
            }
        }));
        clusters.listen((before, after) -> {
            if (before == null || after == null || !place(before).equals(place(after))) {
                services.all().forEach(service -> again.accept(service.key()));
            }
        });
    }

    private static <T extends ApiObject> Optional<T> known(@Nullable T before, @Nullable T after) {
        return Optional.ofNullable(after == null ? before : after);
    }

    /// The load balancer of a replica also changes the records of its governing service.
    private void addressesChanged(Key service, Consumer<Key> again) {
        again.accept(service);
        // An unknown service is handled when it arrives.
        services.get(service).flatMap(this::governing).ifPresent(again);
    }

    private Optional<Key> governing(Service balancer) {
        return owner(balancer).map(set -> new Key(balancer.namespace(), set.serviceName()));
    }

    private Optional<StatefulSet> owner(Service service) {
        return service.meta().owners().stream()
                .filter(owner -> owner.isA(StatefulSet.KIND))
                .findFirst()
                .flatMap(owner -> sets.get(new Key(service.namespace(), owner.name())));
    }

    @Override
    public Plan plan(Key key, Instant now) {
        SortedMap<String, String> wanted = services.get(key)
                .filter(service -> !service.isDeleting())
                .map(this::records)
                .orElse(new TreeMap<>());
        Key at = FederatedNames.mapOf(key);
        ConfigMap map = maps.get(at).orElse(null);
        if (wanted.isEmpty()) {
            return map == null || map.isDeleting()
                    ? Plan.NOTHING
                    : Plan.builder().delete(ConfigMap.KIND, map).build();
        }
        if (map == null) {
            ObjectNode created = Json.object();
            created.putObject("metadata")
                    .put("namespace", at.namespace())
                    .put("name", at.name())
                    .putObject("labels")
                    .put(FederatedNames.LABEL, "true");
            created.set("data", json(wanted));
            return Plan.builder().create(ConfigMap.KIND, created).build();
        }
        if (Texts.map(map.data()).equals(wanted)) {
            return Plan.NOTHING;
        }
        ObjectNode tree = map.tree();
        tree.set("data", json(wanted));
        return Plan.builder().update(ConfigMap.KIND, tree).build();
    }

    private static ObjectNode json(SortedMap<String, String> texts) {
        ObjectNode json = Json.object();
        texts.forEach(json::put);
        return json;
    }

    private SortedMap<String, String> records(Service service) {
        Map<String, String> annotations = service.meta().annotations();
        if (service.isHeadless()) {
            return annotations.getOrDefault(Names.LOAD_BALANCERS, "").equals("true")
                    ? governing(service, annotations.getOrDefault(Names.REPLICA_LIST, ""))
                    : new TreeMap<>();
        }
        return service.view().path("spec").path("type").asString("").equals("LoadBalancer")
                ? names.balanced(service.key(), places(service.key()))
                : new TreeMap<>();
    }

    private SortedMap<String, String> governing(Service service, String replicaList) {
        List<ServiceNames.Port> ports = new ArrayList<>();
        for (Service.Port port : service.ports()) {
            ports.add(new ServiceNames.Port(port.name(), port.protocol(), port.number()));
        }
        List<ServiceNames.Replica> replicas = new ArrayList<>();
        for (String replica : replicaList.split(",", -1)) {
            if (!replica.isBlank()) {
                List<String> addresses = new ArrayList<>();
                places(new Key(service.namespace(), replica.strip()))
                        .forEach(place -> addresses.addAll(place.addresses()));
                replicas.add(new ServiceNames.Replica(replica.strip(), addresses));
            }
        }
        List<String> governed = new ArrayList<>();
        for (StatefulSet set : setsByService.get(service.key().toString())) {
            boolean isReached = set.meta()
                    .annotations()
                    .getOrDefault(Names.LOAD_BALANCERS, "")
                    .equals("true");
            // A service of that name has its own records.
            if (isReached && services.get(set.key()).isEmpty()) {
                governed.add(set.name());
            }
        }
        return names.governing(service.key(), ports, replicas, governed);
    }

    /// The clusters of a service, with its addresses there. Those of an unreachable cluster stay: clients may
    /// still reach it.
    private List<ServiceLocation> places(Key service) {
        List<ServiceLocation> places = new ArrayList<>();
        Binding binding = bindings.find(new Key(service.namespace(), service.name() + SUFFIX))
                .orElse(null);
        if (binding == null || binding.isDeleting()) {
            return places;
        }
        for (JsonNode item : binding.status().path("aggregatedStatus")) {
            Cluster cluster = clusters.get(Key.global(item.path("clusterName").asString("")))
                    .orElse(null);
            if (cluster == null || binding.target(cluster.name()).isEmpty()) {
                continue;
            }
            List<String> addresses = new ArrayList<>();
            for (JsonNode ingress : item.path("status").path("loadBalancer").path("ingress")) {
                if (ingress.has("ip")) {
                    addresses.add(ingress.path("ip").asString(""));
                }
            }
            ServiceLocation place = place(cluster);
            places.add(new ServiceLocation(place.cluster(), place.region(), place.zones(), addresses));
        }
        return places;
    }

    private static ServiceLocation place(Cluster cluster) {
        ClusterTraits traits = ClusterTraits.of(cluster);
        return new ServiceLocation(traits.name(), traits.region(), traits.zones(), List.of());
    }
}
