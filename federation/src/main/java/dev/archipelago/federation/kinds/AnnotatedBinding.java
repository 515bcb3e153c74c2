package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Json;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The annotations that bindings had before these values became fields. Such bindings are still read, and the next
/// decision writes them in the new form.
final class AnnotatedBinding {
    private static final String REASONS = "archipelago.dev/placement-reasons";
    private static final String AFFINITY_GROUP = "archipelago.dev/affinity-group";
    private static final String DEPARTING = "archipelago.dev/departing-clusters";
    private static final String LEFT = "archipelago.dev/left-clusters";
    private static final String RELEASED = "archipelago.dev/released-clusters";
    private static final String CLUSTER_IDS = "archipelago.dev/cluster-ids";
    private static final String REPLACED = "archipelago.dev/replaced-clusters";

    /// All such annotations.
    static final List<String> ANNOTATIONS =
            List.of(REASONS, AFFINITY_GROUP, DEPARTING, LEFT, RELEASED, CLUSTER_IDS, REPLACED);

    private final Map<String, String> annotations;

    AnnotatedBinding(Map<String, String> annotations) {
        this.annotations = annotations;
    }

    String affinityName() {
        return annotations.getOrDefault(AFFINITY_GROUP, "");
    }

    List<String> departing() {
        return ClusterName.list(annotations.getOrDefault(DEPARTING, ""));
    }

    List<String> left() {
        return ClusterName.list(annotations.getOrDefault(LEFT, ""));
    }

    List<String> released() {
        return ClusterName.list(annotations.getOrDefault(RELEASED, ""));
    }

    /// The reasons by cluster. The empty name has the reason why not all replicas could be placed.
    SortedMap<String, String> reasons() {
        return texts(REASONS);
    }

    SortedMap<String, String> clusterIds() {
        return texts(CLUSTER_IDS);
    }

    SortedMap<String, String> replaced() {
        SortedMap<String, String> replaced = new TreeMap<>();
        for (String token : annotations.getOrDefault(REPLACED, "").split(",", -1)) {
            int slash = token.indexOf('/');
            if (slash > 0) {
                replaced.put(token.substring(0, slash), token.substring(slash + 1));
            }
        }
        return replaced;
    }

    private SortedMap<String, String> texts(String annotation) {
        SortedMap<String, String> texts = new TreeMap<>();
        if (!annotations.containsKey(annotation)) {
            return texts;
        }
        try {
            for (Map.Entry<String, JsonNode> field :
                    Json.MAPPER.readTree(annotations.get(annotation)).properties()) {
                texts.put(field.getKey(), field.getValue().asString(""));
            }
        } catch (JacksonException e) {
            // Not written by the federation.
            texts.clear();
        }
        return texts;
    }
}
