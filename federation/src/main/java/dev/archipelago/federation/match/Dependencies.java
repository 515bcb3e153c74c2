package dev.archipelago.federation.match;

import dev.archipelago.federation.workload.Workloads;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Finds the objects that the pods of an object refer to in their own namespace.
public final class Dependencies {
    /// The kinds that pods refer to, all of the core group, and their resources.
    public static final Map<String, String> RESOURCES = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            "ConfigMap", "configmaps",
            "PersistentVolumeClaim", "persistentvolumeclaims",
            "Secret", "secrets",
            "ServiceAccount", "serviceaccounts")));

    /// A name in a pod: its JSON pointer and the kind it refers to.
    private record Reference(String pointer, String kind) {}

    private static final List<Reference> OF_VOLUMES = List.of(
            new Reference("/configMap/name", "ConfigMap"),
            new Reference("/secret/secretName", "Secret"),
            new Reference("/persistentVolumeClaim/claimName", "PersistentVolumeClaim"),
            new Reference("/azureFile/secretName", "Secret"),
            new Reference("/cephfs/secretRef/name", "Secret"),
            new Reference("/cinder/secretRef/name", "Secret"),
            new Reference("/csi/nodePublishSecretRef/name", "Secret"),
            new Reference("/flexVolume/secretRef/name", "Secret"),
            new Reference("/iscsi/secretRef/name", "Secret"),
            new Reference("/rbd/secretRef/name", "Secret"),
            new Reference("/scaleIO/secretRef/name", "Secret"),
            new Reference("/storageos/secretRef/name", "Secret"));
    private static final List<Reference> OF_PROJECTIONS =
            List.of(new Reference("/configMap/name", "ConfigMap"), new Reference("/secret/name", "Secret"));
    private static final List<Reference> OF_VARIABLES = List.of(
            new Reference("/valueFrom/configMapKeyRef/name", "ConfigMap"),
            new Reference("/valueFrom/secretKeyRef/name", "Secret"));
    private static final List<Reference> OF_SOURCES =
            List.of(new Reference("/configMapRef/name", "ConfigMap"), new Reference("/secretRef/name", "Secret"));
    private static final List<Reference> OF_PULLS = List.of(new Reference("/name", "Secret"));
    private static final List<Reference> OF_PODS = List.of(new Reference("/serviceAccountName", "ServiceAccount"));

    private final SortedSet<Needed> needed = new TreeSet<>();

    /// An object of the core group.
    public record Needed(String kind, String name) implements Comparable<Needed> {
        @Override
        public int compareTo(Needed other) {
            int order = kind.compareTo(other.kind);
            return order != 0 ? order : name.compareTo(other.name);
        }
    }

    private Dependencies() {}

    /// The dependencies of an object. Claims from a StatefulSet's templates are not among them: each cluster
    /// creates its own.
    public static SortedSet<Needed> of(JsonNode object) {
        JsonNode pod = Workloads.of(object).podSpec(object);
        Dependencies dependencies = new Dependencies();
        if (pod.isObject()) {
            dependencies.add(pod, OF_PODS);
            dependencies.addAll(pod.path("imagePullSecrets"), OF_PULLS);
            for (String list : List.of("initContainers", "containers")) {
                pod.path(list).forEach(dependencies::container);
            }
            Set<String> claimed = new HashSet<>();
            object.at("/spec/volumeClaimTemplates")
                    .forEach(claim -> claimed.add(claim.at("/metadata/name").asString("")));
            for (JsonNode volume : pod.path("volumes")) {
                if (!claimed.contains(volume.path("name").asString(""))) {
                    dependencies.add(volume, OF_VOLUMES);
                    dependencies.addAll(volume.at("/projected/sources"), OF_PROJECTIONS);
                }
            }
        }
        return dependencies.needed;
    }

    private void container(JsonNode container) {
        addAll(container.path("env"), OF_VARIABLES);
        addAll(container.path("envFrom"), OF_SOURCES);
    }

    private void addAll(JsonNode list, List<Reference> references) {
        list.forEach(element -> add(element, references));
    }

    private void add(JsonNode holder, List<Reference> references) {
        for (Reference reference : references) {
            String name = holder.at(reference.pointer).asString("");
            if (!name.isEmpty()) {
                needed.add(new Needed(reference.kind, name));
            }
        }
    }
}
