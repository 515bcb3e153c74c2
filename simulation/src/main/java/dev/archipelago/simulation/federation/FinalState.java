package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The expected final state: every member has exactly what the bindings say, sums are right, and nothing is left
/// of deleted objects.
final class FinalState {
    static final Kind<AnyObject> SET =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "StatefulSet"), "statefulsets", true);
    private static final List<Kind<AnyObject>> KINDS = List.of(SET, World.DEPLOYMENT, World.SERVICE, World.CONFIG_MAP);

    private final World world;
    private final ClusterApi api;

    FinalState(World world) {
        this.world = world;
        this.api = world.home().api("rest");
    }

    /// What differs from the expected state.
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        Set<String> uids = new HashSet<>();
        for (Kind<AnyObject> kind : KINDS) {
            for (AnyObject template : api.list(kind).objects()) {
                uids.add(template.uid());
                if (!template.namespace().equals("archipelago-system")) {
                    missing(new Template(kind, template), missing);
                }
            }
        }
        for (Binding binding : api.list(Binding.KIND).objects()) {
            if (!uids.contains(binding.templateUid()) || binding.isDeleting()) {
                missing.add(binding + " is still there: " + binding.status().path("conditions"));
            }
        }
        Set<String> running = new HashSet<>();
        for (SimCluster simCluster : world.clusters()) {
            simCluster
                    .controllers()
                    .running()
                    .forEach(replica -> running.add(replica.pod().name()));
        }
        ReplicaLists.missing(api, running, missing);
        world.invariants().lostVolumes().missing(missing);
        for (SimCluster simCluster : world.clusters()) {
            if (simCluster.isMember()) {
                leftOvers(simCluster, uids, missing);
            }
        }
        return missing;
    }

    private void missing(Template template, List<String> missing) {
        ApiObject object = template.object();
        Binding binding = api.get(Binding.KIND, template.bindingKey())
                .filter(found -> found.templateUid().equals(object.uid()))
                .orElse(null);
        if (binding == null) {
            missing.add(object + " has no binding");
            return;
        }
        int placed = 0;
        int ready = 0;
        for (SimCluster simCluster : world.clusters()) {
            Binding.Target target = binding.target(simCluster.name()).orElse(null);
            Key key = template.nameIn(simCluster.name());
            AnyObject found = simCluster
                    .api("rest")
                    .get(AnyObject.kind(template.kind().type(), template.kind().resource(), true), key)
                    .filter(one -> World.templateUid(one).equals(object.uid()))
                    .orElse(null);
            if (!simCluster.isMember()) {
                continue;
            }
            if (found != null && target == null && isOfEarlierMembership(found, simCluster)) {
                // Nothing was decided about it since.
                continue;
            }
            if ((found == null) != (target == null)) {
                missing.add(simCluster.name() + (found == null ? " lacks " : " still has ") + object);
            } else if (found != null && target != null) {
                placed += expected(template, target);
                ready += found.tree().path("status").path("readyReplicas").asInt(0);
                compare(template, target, found, simCluster, missing);
                if (!binding.waitsFor(simCluster.name()).isNone()) {
                    missing.add(binding + " still says that it waits in " + simCluster.name() + ": "
                            + binding.waitsFor(simCluster.name()).message());
                }
            }
        }
        if (target(object)) {
            sums(object, binding, placed, ready, missing);
        }
    }

    private boolean isOfEarlierMembership(AnyObject found, SimCluster simCluster) {
        String given = found.meta().annotations().getOrDefault(Names.MEMBERSHIP, "");
        return api.get(Cluster.KIND, Key.global(simCluster.name()))
                .filter(cluster -> !cluster.uid().equals(given))
                .isPresent();
    }

    private static boolean target(ApiObject object) {
        JsonNode tree = object.view();
        return List.of("StatefulSet", "Deployment").contains(tree.path("kind").asString(""));
    }

    private static void compare(
            Template template, Binding.Target target, AnyObject found, SimCluster simCluster, List<String> missing) {
        JsonNode wanted = template.object().view();
        JsonNode is = found.view();
        boolean same = wanted.path("data").equals(is.path("data"))
                && image(wanted).equals(image(is))
                && is.path("spec").path("replicas").asInt(0)
                        == target.replicas().orElse(0)
                && is.path("spec").path("ordinals").path("start").asInt(0)
                        == target.start()
                                .orElse(wanted.path("spec")
                                        .path("ordinals")
                                        .path("start")
                                        .asInt(0));
        if (!same || found.isDeleting()) {
            missing.add(found + " in " + simCluster.name() + " is not as it should be, " + target);
        }
        if (template.workload().hasIdentities()) {
            long well = simCluster.controllers().running(found.key()).stream()
                    .filter(FakeControllers.Replica::ready)
                    .count();
            if (well != expected(template, target)) {
                missing.add(found + " in " + simCluster.name() + " has " + well + " pods of " + target);
            }
        }
    }

    /// The replicas that the fake controllers run of a target: never more than they have room for.
    private static int expected(Template template, Binding.Target target) {
        int replicas = target.replicas().orElse(0);
        return template.workload().hasIdentities() ? Math.min(replicas, FakeControllers.PODS_MAX) : replicas;
    }

    private static String image(JsonNode tree) {
        return tree.path("spec")
                .path("template")
                .path("spec")
                .path("containers")
                .path(0)
                .path("image")
                .asString("");
    }

    private static void sums(ApiObject object, Binding binding, int placed, int ready, List<String> missing) {
        JsonNode status = object.view().path("status");
        Map<String, Integer> counts = Map.of(
                "replicas", status.path("replicas").asInt(0),
                "readyReplicas", status.path("readyReplicas").asInt(0),
                "updatedReplicas", status.path("updatedReplicas").asInt(0));
        if (ready != placed || counts.values().stream().anyMatch(count -> count != placed)) {
            missing.add(object + " says "
                    + counts.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .toList() + " where there are " + ready + " of " + placed);
        }
        if (status.path("observedGeneration").asLong(0) != object.meta().generation()) {
            missing.add(object + " has not been observed");
        }
        if (binding.spec().path("replicas").asInt(0)
                != object.view().path("spec").path("replicas").asInt(1)) {
            missing.add(binding + " is of another number");
        }
    }

    /// Reports objects in a member whose template is gone. Excused are members that were out of the federation at
    /// that time, and deletions that no control plane has seen.
    private void leftOvers(SimCluster simCluster, Set<String> uids, List<String> missing) {
        if (simCluster.hasEverLeft()) {
            return;
        }
        for (Kind<AnyObject> kind : KINDS) {
            for (AnyObject object : simCluster.api("rest").list(kind).objects()) {
                String uid = World.templateUid(object);
                if (World.isMarked(object)
                        && !uids.contains(uid)
                        && !world.invariants().truth().isUnattended(uid)) {
                    missing.add(kind + " " + object + " is left in " + simCluster.name());
                }
            }
        }
    }

    /// Whether a set exists.
    boolean has(Key set) {
        return api.get(StatefulSet.KIND, set).isPresent();
    }
}
