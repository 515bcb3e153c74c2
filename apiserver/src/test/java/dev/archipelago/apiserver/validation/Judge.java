package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.defaults.YamlObjects.tree;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.decode.ObjectDecoder;
import dev.archipelago.apiserver.defaults.Defaults;
import dev.archipelago.apiserver.defaults.Preparation;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Judges objects that are written as a valid example of their kind and a merge patch on it.
final class Judge {
    private static final String TEMPLATE = "{metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: i}]}}";
    private static final String WORKLOAD =
            "{metadata: {name: a, namespace: n}, spec: {selector: {matchLabels: {app: a}}, template: " + TEMPLATE
                    + "}}";

    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("Pod", "{metadata: {name: a, namespace: n}, spec: {containers: [{name: c, image: i}]}}"),
            Map.entry("Deployment", WORKLOAD),
            Map.entry("ReplicaSet", WORKLOAD),
            Map.entry("DaemonSet", WORKLOAD),
            Map.entry("StatefulSet", WORKLOAD),
            Map.entry(
                    "Service", "{metadata: {name: a, namespace: n}, spec: {selector: {app: a}, ports: [{port: 80}]}}"),
            Map.entry(
                    "PersistentVolumeClaim",
                    "{metadata: {name: a, namespace: n}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 2Gi}}}}"),
            Map.entry(
                    "PersistentVolume",
                    "{metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /a}}}"),
            Map.entry(
                    "Job",
                    "{metadata: {name: a, namespace: n, uid: u}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}"),
            Map.entry(
                    "CronJob",
                    "{metadata: {name: a, namespace: n}, spec: {schedule: '0 3 * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}}"),
            Map.entry("ConfigMap", "{metadata: {name: a, namespace: n}, data: {k: v}}"),
            Map.entry("Secret", "{metadata: {name: a, namespace: n}, data: {k: dg==}}"),
            Map.entry("Namespace", "{metadata: {name: a}}"),
            Map.entry("Node", "{metadata: {name: a}}"),
            Map.entry("ServiceAccount", "{metadata: {name: a, namespace: n}}"),
            Map.entry("ResourceQuota", "{metadata: {name: a, namespace: n}, spec: {hard: {pods: 3, cpu: 2}}}"),
            Map.entry(
                    "LimitRange",
                    "{metadata: {name: a, namespace: n}, spec: {limits: [{type: Container, max: {cpu: 2}}]}}"),
            Map.entry("Event", "{metadata: {name: a, namespace: n}, involvedObject: {namespace: n}}"),
            Map.entry("Lease", "{metadata: {name: a, namespace: n}, spec: {leaseDurationSeconds: 5}}"),
            Map.entry("PriorityClass", "{metadata: {name: a}, value: 5}"),
            Map.entry("StorageClass", "{metadata: {name: a}, provisioner: example.com/disk}"),
            Map.entry("ControllerRevision", "{metadata: {name: a, namespace: n}, data: {a: b}, revision: 1}"),
            Map.entry(
                    "Role",
                    "{metadata: {name: 'a:b', namespace: n}, rules: [{verbs: [get], apiGroups: [''], resources: [pods]}]}"),
            Map.entry("ClusterRole", "{metadata: {name: a}, rules: [{verbs: [get], nonResourceURLs: [/x]}]}"),
            Map.entry(
                    "RoleBinding",
                    "{metadata: {name: a, namespace: n}, roleRef: {kind: Role, name: r}, subjects: [{kind: User, name: u}]}"),
            Map.entry("ClusterRoleBinding", "{metadata: {name: a}, roleRef: {kind: ClusterRole, name: r}}"),
            Map.entry(
                    "PodDisruptionBudget",
                    "{metadata: {name: a, namespace: n}, spec: {minAvailable: 1, selector: {matchLabels: {a: b}}}}"),
            Map.entry(
                    "HorizontalPodAutoscaler",
                    "{metadata: {name: a, namespace: n}, spec: {maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: d, apiVersion: apps/v1}}}"),
            Map.entry(
                    "Ingress",
                    "{metadata: {name: a, namespace: n}, spec: {defaultBackend: {service: {name: s, port: {number: 80}}}}}"),
            Map.entry("NetworkPolicy", "{metadata: {name: a, namespace: n}, spec: {podSelector: {}}}"),
            Map.entry(
                    "EndpointSlice",
                    "{metadata: {name: a, namespace: n}, addressType: IPv4, endpoints: [{addresses: [10.0.0.1]}], ports: [{port: 80}]}"),
            Map.entry(
                    "ValidatingWebhookConfiguration",
                    "{metadata: {name: a}, webhooks: [{name: a.b.c, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {url: 'https://h/p'}}]}"));

    private Judge() {}

    static Iterable<String> kinds() {
        return EXAMPLES.keySet();
    }

    /// What is said about a new object, in order.
    static List<String> create(String kind, String patch) {
        return create(kind, tree(patch));
    }

    static List<String> create(String kind, ObjectNode patch) {
        ResourceKind type = kind(kind);
        ObjectNode object = object(type, patch);
        Preparation.forCreate(type.schema().name(), object);
        return texts(Validation.create(type, object));
    }

    /// What is said about the change from one patch on the example to another.
    static List<String> update(String kind, String oldPatch, String newPatch) {
        ResourceKind type = kind(kind);
        ObjectNode old = stored(type, oldPatch);
        ObjectNode updated = stored(type, newPatch);
        Preparation.forUpdate(type.schema().name(), old, updated);
        return texts(Validation.update(type, old, updated));
    }

    static List<String> updateStatus(String kind, String oldPatch, String newPatch) {
        ResourceKind type = kind(kind);
        return texts(Validation.updateStatus(type, stored(type, oldPatch), stored(type, newPatch)));
    }

    private static ObjectNode stored(ResourceKind type, String patch) {
        ObjectNode object = object(type, tree(patch));
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        if (!metadata.has("resourceVersion")) {
            metadata.put("resourceVersion", "1");
        }
        if (type.kind().equals("Job")) {
            ObjectNode status = object.get("status") instanceof ObjectNode given ? given.deepCopy() : null;
            Preparation.forCreate(type.schema().name(), object);
            if (status != null) {
                object.set("status", status);
            }
        }
        return object;
    }

    private static ObjectNode object(ResourceKind type, ObjectNode patch) {
        ObjectNode object = tree(EXAMPLES.getOrDefault(type.kind(), "{}"));
        merge(object, patch);
        new ObjectDecoder(type.version(), type.kind(), type.schema()).conform(object, FieldValidation.STRICT);
        Defaults.apply(object, type.schema());
        return object;
    }

    private static ResourceKind kind(String kind) {
        for (ResourceKind each : BuiltinKinds.all()) {
            boolean old = each.version().startsWith("v1beta") || each.group().equals("events.k8s.io");
            boolean oldAutoscaler =
                    each.group().equals("autoscaling") && each.version().equals("v1");
            if (each.kind().equals(kind) && !old && !oldAutoscaler) {
                return each;
            }
        }
        throw new IllegalArgumentException(kind);
    }

    private static void merge(ObjectNode into, ObjectNode patch) {
        for (var entry : patch.properties()) {
            if (entry.getValue().isNull()) {
                into.remove(entry.getKey());
            } else if (entry.getValue() instanceof ObjectNode source) {
                ObjectNode target = into.get(entry.getKey()) instanceof ObjectNode existing
                        ? existing
                        : into.putObject(entry.getKey());
                merge(target, source);
            } else {
                into.set(entry.getKey(), entry.getValue());
            }
        }
    }

    private static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }
}
