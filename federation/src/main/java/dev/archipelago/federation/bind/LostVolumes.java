package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The clusters that were replaced by others of the same name, so that a StatefulSet lost its volumes there. The
/// binding records the id of each cluster that the set was given to; a cluster with another id does not have the
/// volumes. A set that is missing in a cluster with the same id has not lost them. Pure.
///
/// @param ids the id of each cluster when the set was given to it, or when a user accepted the loss
/// @param lost the current ids of clusters that differ from the recorded ones
public record LostVolumes(SortedMap<String, String> ids, SortedMap<String, String> lost) {
    /// How many characters of an id are shown.
    private static final int ID_LENGTH = 8;

    public LostVolumes {
        ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
        lost = Collections.unmodifiableSortedMap(new TreeMap<>(lost));
    }

    /// @param binding with the ids recorded before
    /// @param targets the clusters that the set is given to
    static LostVolumes of(
            Template template,
            @Nullable Binding binding,
            Collection<Binding.Target> targets,
            Collection<Cluster> clusters) {
        SortedMap<String, String> ids = new TreeMap<>();
        SortedMap<String, String> lost = new TreeMap<>();
        if (!hasVolumes(template)) {
            return new LostVolumes(ids, lost);
        }
        SortedMap<String, String> recorded = binding == null ? new TreeMap<>() : binding.volumeClusterIds();
        SortedMap<String, String> present = new TreeMap<>();
        clusters.forEach(cluster -> present.put(cluster.name(), cluster.id()));
        for (Binding.Target target : targets) {
            String cluster = target.cluster();
            String id = present.getOrDefault(cluster, "");
            String before = recorded.getOrDefault(cluster, "");
            boolean isFirst = before.isEmpty() && target.replicas().orElse(0) > 0;
            if (!id.isEmpty() && (isFirst || isAccepted(template, cluster, id))) {
                before = id;
            }
            if (!before.isEmpty()) {
                ids.put(cluster, before);
                if (!id.isEmpty() && !id.equals(before)) {
                    lost.put(cluster, id);
                }
            }
        }
        return new LostVolumes(ids, lost);
    }

    /// Whether a set has volume claim templates.
    public static boolean hasVolumes(Template template) {
        return template.workload().hasVolumes(template.object().view());
    }

    /// Whether the set must not start in a cluster that was replaced.
    public static boolean isHeld(Template template) {
        return template.annotation(Names.LOST_VOLUMES).equals("Hold");
    }

    private static boolean isAccepted(Template template, String cluster, String id) {
        for (String accepted : template.annotation(Names.LOST_VOLUMES_ACCEPTED).split("[, ]+", -1)) {
            if (!id.isEmpty() && accepted.equals(token(cluster, id))) {
                return true;
            }
        }
        return false;
    }

    private static String token(String cluster, String id) {
        return cluster + '/' + id.substring(0, Math.min(ID_LENGTH, id.length()));
    }

    /// The message about a loss and how to accept it.
    ///
    /// @param id the cluster's current id
    public static String text(Template template, String cluster, String id) {
        String consequence = isHeld(template)
                ? "nothing of the set starts there until somebody accepts that"
                : "its replicas there start with empty volumes";
        return "cluster " + cluster
                + " was replaced by another of its name, and the volumes of the set in it are lost; "
                + consequence + ": kubectl annotate --overwrite statefulset -n "
                + template.object().namespace() + ' ' + template.object().name() + ' ' + Names.LOST_VOLUMES_ACCEPTED
                + '=' + token(cluster, id);
    }

    /// The `volumes` field of a binding.
    ArrayNode json() {
        ArrayNode json = Json.NODES.arrayNode();
        ids.forEach((cluster, id) -> {
            ObjectNode item = json.addObject().put("cluster", cluster).put("id", id);
            if (lost.containsKey(cluster)) {
                item.put("replacedBy", lost.get(cluster));
            }
        });
        return json;
    }
}
