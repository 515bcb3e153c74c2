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

/// Finds clusters that were replaced by others of the same name, and with them the volumes of a StatefulSet. The
/// binding records the id of each cluster that the set was given to; one that has another id now does not have the
/// volumes. That a set is gone from the same cluster says nothing of its volumes. Pure.
///
/// @param ids the id of each cluster when the set was given to it, or when somebody accepted the loss
/// @param lost the ids that clusters have now which are not the recorded ones
public record LostVolumes(SortedMap<String, String> ids, SortedMap<String, String> lost) {
    /// So much of an id tells it from others.
    private static final int ID_LENGTH = 8;

    public LostVolumes {
        ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
        lost = Collections.unmodifiableSortedMap(new TreeMap<>(lost));
    }

    /// @param binding what was recorded before
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

    /// Whether a set has volumes of its own.
    public static boolean hasVolumes(Template template) {
        return template.workload().hasVolumes(template.object().view());
    }

    /// Whether nothing of the set may start in a cluster that was replaced.
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

    /// What people are told of a loss, and how they accept it.
    ///
    /// @param id that the cluster has now
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

    /// What a binding records of the clusters that have volumes.
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
