package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Names;
import java.util.Collection;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Generates random objects.
final class Drafts {
    private Drafts() {}

    static ObjectNode of(Map<Key, ObjectNode> drafts, Key key) {
        ObjectNode draft = drafts.get(key);
        return draft == null ? Json.object() : draft.deepCopy();
    }

    private static ObjectNode named(String name) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("namespace", "default").put("name", name);
        return object;
    }

    static ObjectNode set(Key key, String image, RandomGenerator random) {
        ObjectNode set = named(key.name());
        ObjectNode wishes = ((ObjectNode) set.path("metadata")).putObject("annotations");
        wish(wishes, Names.IDENTITY, "Global", random);
        wish(wishes, Names.BOOTSTRAP, "Ordered", random);
        wish(wishes, Names.SCALING, "OneAtATime", random);
        wish(wishes, Names.LOST_VOLUMES, "Hold", random);
        if (random.nextInt(3) == 0) {
            wish(wishes, Names.LOAD_BALANCERS, "true", random);
        }
        ObjectNode spec = set.putObject("spec").put("serviceName", key.name()).put("replicas", random.nextInt(7));
        spec.putObject("selector").putObject("matchLabels").put("app", key.name());
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", key.name());
        template.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "c")
                .put("image", image);
        ObjectNode claim = spec.putArray("volumeClaimTemplates").addObject();
        claim.putObject("metadata").put("name", "data");
        ObjectNode claimSpec = claim.putObject("spec");
        claimSpec.putArray("accessModes").add("ReadWriteOnce");
        claimSpec.putObject("resources").putObject("requests").put("storage", "1Gi");
        return set;
    }

    /// The manifest that a user exported from a live set.
    static ObjectNode again(StatefulSet set) {
        ObjectNode draft = named(set.name());
        ObjectNode annotations = ((ObjectNode) draft.path("metadata")).putObject("annotations");
        set.meta().annotations().forEach(annotations::put);
        draft.set("spec", set.tree().path("spec"));
        return draft;
    }

    private static void wish(ObjectNode wishes, String name, String value, RandomGenerator random) {
        if (random.nextInt(3) == 0) {
            wishes.put(name, value);
        }
    }

    static ObjectNode headless(String name) {
        ObjectNode service = named(name);
        ObjectNode spec = service.putObject("spec").put("clusterIP", "None");
        spec.putObject("selector").put("app", name);
        spec.putArray("ports").addObject().put("port", 5432);
        return service;
    }

    static ObjectNode configMap(String name, String value) {
        ObjectNode map = named(name);
        map.putObject("data").put("v", value);
        return map;
    }

    static ObjectNode deployment(String name, int replicas) {
        ObjectNode deployment = named(name);
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        template.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "c")
                .put("image", "front");
        return deployment;
    }

    static ObjectNode cluster(String name, Key secret) {
        ObjectNode cluster = Json.object();
        cluster.putObject("metadata").put("name", name);
        cluster.putObject("spec")
                .put("syncMode", "Push")
                .put("apiEndpoint", "https://" + name)
                .putObject("secretRef")
                .put("namespace", secret.namespace())
                .put("name", secret.name());
        return cluster;
    }

    /// A random preferences annotation for a set, as a patch.
    static String preferences(Collection<SimCluster> all, RandomGenerator random) {
        ObjectNode clusters = Json.object();
        for (SimCluster simCluster : all) {
            if (random.nextBoolean()) {
                ObjectNode one = clusters.putObject(simCluster.name()).put("weight", 1 + random.nextInt(3));
                if (random.nextBoolean()) {
                    one.put("minReplicas", random.nextInt(3));
                }
            }
        }
        clusters.putObject("*").put("weight", 1);
        ObjectNode preferences = Json.object();
        preferences.set("clusters", clusters);
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(Names.STATEFULSET_PREFERENCES, preferences.toString());
        return patch.toString();
    }

    static ObjectNode policy(Key key, Key set, Collection<SimCluster> all, RandomGenerator random) {
        ObjectNode policy = named(key.name());
        ObjectNode spec = policy.putObject("spec");
        spec.putArray("resourceSelectors")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "StatefulSet")
                .put("name", set.name());
        ObjectNode placement = spec.putObject("placement");
        ArrayNode names = placement.putObject("clusterAffinity").putArray("clusterNames");
        for (SimCluster simCluster : all) {
            if (names.isEmpty() || random.nextBoolean()) {
                names.add(simCluster.name());
            }
        }
        ObjectNode scheduling = placement.putObject("replicaScheduling");
        if (random.nextInt(3) > 0) {
            scheduling.put("replicaSchedulingType", "Divided").put("replicaDivisionPreference", "Weighted");
        } else {
            scheduling.put("replicaSchedulingType", "Duplicated");
        }
        return policy;
    }
}
