package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a cluster reports about itself: the location of its nodes and the kinds it serves. Refreshed while the cluster
/// answers, and kept while it does not.
final class Facts {
    private static final Logger log = LoggerFactory.getLogger(Facts.class);
    private static final Duration GOOD_FOR = Duration.ofSeconds(30);

    /// The namespace that exists in every cluster; its uid identifies the cluster.
    private static final Key IDENTIFYING = Key.global("kube-system");

    private String id = "";
    private Instant gathered = Instant.EPOCH;
    private String version = "";
    private List<Node> nodes = List.of();
    private SortedMap<String, SortedMap<String, String>> kinds = new TreeMap<>();

    void gather(ClusterApi api, Instant now) {
        // Read every time, as a cluster may be replaced by another between two probes.
        id = api.get(Grants.NAMESPACE, IDENTIFYING).map(ApiObject::uid).orElse(id);
        if (now.isBefore(gathered.plus(GOOD_FOR))) {
            return;
        }
        version = api.version();
        nodes = api.list(Node.KIND).objects();
        try {
            kinds = served(api);
        } catch (ApiException e) {
            if (e.reason() == Reason.REQUEST_ENTITY_TOO_LARGE) {
                throw e;
            }
            // A failing aggregated API says nothing about the cluster: what it served is remembered.
            log.debug("not all kinds served by {} could be discovered: {}", version, e.getMessage());
        }
        gathered = now;
    }

    private static SortedMap<String, SortedMap<String, String>> served(ClusterApi api) {
        SortedMap<String, SortedMap<String, String>> served = new TreeMap<>();
        for (Kind<AnyObject> kind : api.kinds()) {
            served.computeIfAbsent(kind.apiVersion(), version -> new TreeMap<>())
                    .put(kind.resource(), kind.name());
        }
        return served;
    }

    /// Does nothing before the first successful read.
    void putInto(ObjectNode status) {
        if (!id.isEmpty()) {
            status.put("id", id);
        }
        if (gathered.equals(Instant.EPOCH)) {
            return;
        }
        if (!version.isEmpty()) {
            status.put("kubernetesVersion", version);
        }
        ArrayNode enabled = status.putArray("apiEnablements");
        kinds.forEach((version, resources) -> {
            ArrayNode list = enabled.addObject().put("groupVersion", version).putArray("resources");
            resources.forEach((name, kind) -> list.addObject().put("kind", kind).put("name", name));
        });
        status.putObject("nodeSummary").put("totalNum", nodes.size()).put("readyNum", (int)
                nodes.stream().filter(Facts::isReady).count());
        put(status, "zones", places(Node.ZONE));
        put(status, "regions", places(Node.REGION));
    }

    private static boolean isReady(Node node) {
        return Conditions.isTrue(node.view().path("status"), "Ready");
    }

    private SortedSet<String> places(String label) {
        SortedSet<String> places = new TreeSet<>();
        for (Node node : nodes) {
            String place = node.labels().getOrDefault(label, "");
            if (!place.isEmpty()) {
                places.add(place);
            }
        }
        return places;
    }

    private static void put(ObjectNode status, String field, Collection<String> values) {
        if (values.isEmpty()) {
            status.remove(field);
        } else {
            status.set(field, Json.array(values));
        }
    }
}
