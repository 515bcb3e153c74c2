package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A fake for the controllers and nodes of a member: runs the pods of StatefulSets in order, keeps their volumes, sets
/// the status of Deployments and allocates load balancer addresses. It reads the API without a cache, with a delay.
final class FakeControllers {
    static final String USER = "controllers";

    /// How many pods of a set fit into a cluster.
    static final int PODS_MAX = 30;

    /// Pods with this image never become ready.
    static final String BROKEN_IMAGE = "image:broken";

    private static final Kind<AnyObject> NAMESPACE =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
    private static final List<Kind<?>> KINDS =
            List.of(StatefulSet.KIND, World.DEPLOYMENT, World.SERVICE, World.CONFIG_MAP);

    private final SimCluster simCluster;
    private final World world;
    private final ClusterApi api;
    private final Map<Key, ApiObject> objects = new TreeMap<>();
    private final Map<Key, NavigableMap<Integer, Replica>> replicas = new TreeMap<>();
    private final Map<Key, Volume> volumes = new TreeMap<>();
    private final Set<Key> awaited = new TreeSet<>();
    private final Set<String> ours = new TreeSet<>();
    // The replicas of sets before users scaled them up in the cluster itself.
    private final Map<String, Integer> scaledByHand = new TreeMap<>();

    /// A pod.
    ///
    /// @param set that owns it, as of the pod's start
    /// @param stopping whether it is being deleted; until it stops, it is as ready as before
    /// @param byHand whether it started because users scaled the set up in the cluster itself
    record Replica(Key pod, StatefulSet set, String template, boolean ready, boolean stopping, boolean byHand) {
        Replica readied() {
            return new Replica(pod, set, template, true, stopping, byHand);
        }

        Replica stopped() {
            return new Replica(pod, set, template, ready, true, byHand);
        }

        Replica adoptedBy(StatefulSet other) {
            return new Replica(pod, other, template, ready, stopping, byHand);
        }

        boolean isBroken() {
            return template.contains(BROKEN_IMAGE);
        }
    }

    /// The volume of a claim.
    ///
    /// @param owner the identity whose data it has
    record Volume(String owner) {}

    FakeControllers(SimCluster simCluster, World world) {
        this.simCluster = simCluster;
        this.world = world;
        this.api = simCluster.api(USER);
        follow(StatefulSet.KIND);
        follow(World.DEPLOYMENT);
        follow(World.SERVICE);
        follow(World.CONFIG_MAP);
        follow(NAMESPACE);
    }

    private <T extends ApiObject> void follow(Kind<T> kind) {
        var _ = simCluster.server().watch(kind, new ClusterApi.Watcher<T>() {
            @Override
            public void changed(T object) {
                ApiObject before = objects.put(id(kind, object.key()), object);
                if (before instanceof StatefulSet old && object instanceof StatefulSet set) {
                    noteScaling(old, set);
                }
                if (World.isMarked(object) || World.isLetGo(object)) {
                    ours.add(object.uid());
                } else {
                    ours.remove(object.uid());
                }
                look(id(kind, object.key()));
            }

            @Override
            public void removed(T object, long resourceVersion) {
                objects.remove(id(kind, object.key()));
                look(id(kind, object.key()));
            }

            @Override
            public void ended(ApiException reason) {}
        });
    }

    private void noteScaling(StatefulSet before, StatefulSet after) {
        boolean grows = after.replicas() > before.replicas();
        if (grows && world.actor().equals("people")) {
            scaledByHand.putIfAbsent(after.uid(), before.replicas());
        } else if (grows || after.replicas() <= scaledByHand.getOrDefault(after.uid(), 0)) {
            scaledByHand.remove(after.uid());
        }
    }

    private static Key id(Kind<?> kind, Key key) {
        return new Key(key.namespace(), kind.name() + '/' + key.name());
    }

    private void look(Key id) {
        if (awaited.add(id)) {
            world.time().soon(world.faults().memberLagMillisMax(), () -> {
                awaited.remove(id);
                work(id);
            });
        }
    }

    void reconcileAll() {
        Set<Key> all = new TreeSet<>(objects.keySet());
        all.addAll(replicas.keySet());
        all.forEach(this::look);
    }

    private void work(Key id) {
        if (simCluster.isDown()) {
            return;
        }
        ApiObject object = objects.get(id);
        if (id.name().startsWith("StatefulSet/")) {
            if (object instanceof StatefulSet set && !set.isDeleting()) {
                run(id, set);
            } else {
                clear(id, object);
            }
        } else if (id.name().startsWith("Namespace/")) {
            if (object != null && object.isDeleting()) {
                finish(object);
            }
        } else if (object instanceof AnyObject other && !other.isDeleting()) {
            ObjectNode tree = other.tree();
            if (id.name().startsWith("Deployment/")) {
                int count = tree.path("spec").path("replicas").asInt(1);
                status(World.DEPLOYMENT, tree, counts(other, count, count, count));
            } else if (id.name().startsWith("Service/")
                    && tree.path("spec").path("type").asString("").equals("LoadBalancer")) {
                ObjectNode status = Json.object();
                int number = Math.floorMod((simCluster.name() + other.name()).hashCode(), 250);
                status.putObject("loadBalancer").putArray("ingress").addObject().put("ip", "10.0.0." + number);
                status(World.SERVICE, tree, status);
            }
        }
    }

    /// Makes one step towards the spec of a set.
    private void run(Key id, StatefulSet set) {
        NavigableMap<Integer, Replica> pods = replicas.computeIfAbsent(id, k -> new TreeMap<>());
        boolean more = step(id, set, pods);
        int ready = (int) pods.values().stream().filter(Replica::ready).count();
        String template = set.template().toString();
        int updated = (int) pods.values().stream()
                .filter(pod -> pod.template.equals(template))
                .count();
        status(StatefulSet.KIND, set.tree(), counts(set, pods.size(), ready, updated));
        if (more) {
            look(id);
        }
    }

    private boolean step(Key id, StatefulSet set, NavigableMap<Integer, Replica> pods) {
        for (var pod : pods.descendingMap().entrySet()) {
            if (pod.getValue().stopping) {
                stop(id, pod.getKey());
                return true;
            }
        }
        int end = (int) Math.min(Integer.MAX_VALUE, (long) set.start() + Math.min(set.replicas(), PODS_MAX));
        for (int ordinal : pods.descendingKeySet()) {
            if (ordinal < set.start() || ordinal >= end) {
                stop(id, ordinal);
                return true;
            }
        }
        String template = set.template().toString();
        for (int ordinal = set.start(); ordinal < end; ordinal++) {
            Replica pod = pods.get(ordinal);
            if (pod == null) {
                start(set, ordinal, pods);
                return true;
            }
            if (!pod.set.uid().equals(set.uid())) {
                pods.put(ordinal, pod.adoptedBy(set));
                return true;
            }
            if (!pod.ready && !pod.isBroken()) {
                pods.put(ordinal, pod.readied());
                return true;
            }
            if (!pod.ready && pod.template.equals(template)) {
                return false;
            }
        }
        for (var pod : pods.descendingMap().entrySet()) {
            if (!pod.getValue().template.equals(template)) {
                stop(id, pod.getKey());
                return true;
            }
        }
        return false;
    }

    private void start(StatefulSet set, int ordinal, NavigableMap<Integer, Replica> pods) {
        Key pod = new Key(set.namespace(), set.name() + '-' + ordinal);
        boolean byHand = ordinal - set.start() >= scaledByHand.getOrDefault(set.uid(), Integer.MAX_VALUE);
        Replica replica = new Replica(pod, set, set.template().toString(), false, false, byHand);
        world.trace().add(simCluster.name() + ": " + pod + " starts");
        for (StatefulSet.ClaimTemplate claim : set.claimTemplates()) {
            Key key = new Key(pod.namespace(), claim.name() + '-' + pod.name());
            Volume volume = volumes.computeIfAbsent(key, k -> new Volume(World.originOf(set)));
            world.invariants().attached(simCluster, replica, key, volume);
        }
        pods.put(ordinal, replica);
        world.invariants().started(simCluster, replica);
    }

    /// Starts to stop a pod, or completes that.
    private void stop(Key id, int ordinal) {
        NavigableMap<Integer, Replica> pods = replicas.getOrDefault(id, new TreeMap<>());
        Replica pod = pods.remove(ordinal);
        if (pod == null) {
            return;
        }
        if (!pod.stopping) {
            pods.put(ordinal, pod.stopped());
            return;
        }
        world.trace().add(simCluster.name() + ": " + pod.pod + " has stopped");
        boolean scaled = objects.get(id) instanceof StatefulSet set && !set.isDeleting();
        String policy = pod.set
                .tree()
                .path("spec")
                .path("persistentVolumeClaimRetentionPolicy")
                .path(scaled ? "whenScaled" : "whenDeleted")
                .asString("Retain");
        if (policy.equals("Delete")) {
            for (StatefulSet.ClaimTemplate claim : pod.set.claimTemplates()) {
                Key key = new Key(pod.pod.namespace(), claim.name() + '-' + pod.pod.name());
                volumes.remove(key);
                world.invariants().lost(simCluster, key);
            }
        }
    }

    /// Stops the pods of a deleted set one by one; a set in foreground deletion goes last.
    private void clear(Key id, @Nullable ApiObject deleting) {
        NavigableMap<Integer, Replica> pods = replicas.getOrDefault(id, new TreeMap<>());
        if (!pods.isEmpty()) {
            stop(id, pods.lastKey());
            look(id);
            return;
        }
        replicas.remove(id);
        if (deleting != null && deleting.meta().finalizers().contains(Meta.FOREGROUND)) {
            ObjectNode tree = deleting.tree();
            ((ObjectNode) tree.path("metadata")).remove("finalizers");
            world.as(USER, () -> api.update(StatefulSet.KIND, tree, ""));
        }
    }

    /// Deletes a namespace when it is empty.
    private void finish(ApiObject namespace) {
        for (Kind<?> kind : KINDS) {
            world.as(USER, () -> {
                api.deleteAll(kind, namespace.name());
                return "";
            });
        }
        ObjectNode tree = namespace.tree();
        Json.child(tree, "spec").remove("finalizers");
        world.as(USER, () -> api.update(NAMESPACE, tree, "finalize"));
    }

    private static ObjectNode counts(ApiObject object, int all, int ready, int updated) {
        ObjectNode status = Json.object()
                .put("observedGeneration", object.meta().generation())
                .put("replicas", all);
        put(status, "readyReplicas", ready);
        put(status, "availableReplicas", ready);
        put(status, "updatedReplicas", updated);
        return status;
    }

    private static void put(ObjectNode status, String field, int count) {
        if (count > 0) {
            status.put(field, count);
        }
    }

    private void status(Kind<?> kind, ObjectNode tree, ObjectNode status) {
        ObjectNode known = Json.child(tree, "status");
        boolean same = status.properties().stream()
                .allMatch(field -> field.getValue()
                        .toString()
                        .equals(known.path(field.getKey()).toString()));
        for (String field : List.of("readyReplicas", "availableReplicas", "updatedReplicas")) {
            same &= status.has(field) == known.has(field);
        }
        if (!same) {
            tree.set("status", status);
            world.as(USER, () -> api.update(kind, tree, "status"));
        }
    }

    /// Loses everything, including volumes.
    void forget() {
        objects.clear();
        replicas.clear();
        volumes.clear();
        scaledByHand.clear();
    }

    /// A power failure: nothing runs any more.
    void loseAll() {
        replicas.values().forEach(Map::clear);
    }

    /// Whether a pod belongs to the federation: its set was last marked as the federation's or as released by it.
    boolean isOfFederation(Replica replica) {
        return ours.contains(replica.set.uid()) && !replica.byHand;
    }

    List<Replica> running() {
        List<Replica> all = new ArrayList<>();
        replicas.values().forEach(pods -> all.addAll(pods.values()));
        return all;
    }

    Collection<Replica> running(Key set) {
        return Optional.ofNullable(replicas.get(id(StatefulSet.KIND, set)))
                .<Collection<Replica>>map(Map::values)
                .orElse(List.of());
    }
}
