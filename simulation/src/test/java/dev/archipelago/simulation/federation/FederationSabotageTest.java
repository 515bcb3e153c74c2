package dev.archipelago.simulation.federation;

import static dev.archipelago.simulation.federation.Sabotages.SYNC;
import static dev.archipelago.simulation.federation.Sabotages.applied;
import static dev.archipelago.simulation.federation.Sabotages.assertFound;
import static dev.archipelago.simulation.federation.Sabotages.assertFoundFrom;
import static dev.archipelago.simulation.federation.Sabotages.isLate;
import static dev.archipelago.simulation.federation.Sabotages.lookAgain;
import static dev.archipelago.simulation.federation.Sabotages.marked;
import static dev.archipelago.simulation.federation.Sabotages.merge;
import static dev.archipelago.simulation.federation.Sabotages.status;
import static dev.archipelago.simulation.federation.Sabotages.template;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Sabotages the federation's controllers, once for each invariant.
@Execution(ExecutionMode.CONCURRENT)
class FederationSabotageTest {
    private static final String STATUS = "binding-status-controller";
    private static final String BINDING = "binding-controller";

    @Test
    void findsAnOrdinalInTwoClusters() {
        assertFound("two pods run as", SYNC, applied(set -> {
            if (set.path("spec").get("ordinals") instanceof ObjectNode ordinals) {
                ordinals.put("start", 0);
            }
        }));
    }

    @Test
    void findsALostVolume() {
        assertFound(
                "is lost",
                SYNC,
                applied(set -> Json.child(set, "spec")
                        .putObject("persistentVolumeClaimRetentionPolicy")
                        .put("whenScaled", "Delete")
                        .put("whenDeleted", "Delete")));
    }

    /// With each new template, the set is marked as another binding's.
    @Test
    void findsAVolumeOfAnotherIdentity() {
        assertFound("is attached to a pod of", SYNC, applied(set -> {
            int other = set.path("spec").path("template").toString().hashCode();
            Json.child((ObjectNode) set.get("metadata"), "annotations")
                    .put(Names.BINDING_NAME, "other" + other + "-statefulset");
        }));
    }

    @Test
    void findsReplicasThatMove() {
        assertFound("were moved unasked", BINDING, Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode binding, String sub)
                    && kind.equals(Binding.KIND)
                    && binding.path("spec").path("clusters") instanceof ArrayNode targets
                    && targets.size() > 1) {
                JsonNode first = targets.get(0).path("replicas");
                JsonNode last = targets.get(targets.size() - 1).path("replicas");
                ((ObjectNode) targets.get(0)).set("replicas", last);
                ((ObjectNode) targets.get(targets.size() - 1)).set("replicas", first);
            }
            return List.of(action);
        }));
    }

    @Test
    void findsThatAnObjectOfSomebodyElseIsTouched() {
        assertFound("was changed, though", SYNC, (world, cluster, key, plan, now) -> {
            Key own = template(key)
                    .map(set -> new Key(set.namespace(), set.name() + '-' + cluster))
                    .orElse(Key.global("none"));
            boolean foreign = world.cluster(cluster)
                    .api("test")
                    .get(StatefulSet.KIND, own)
                    .filter(set -> !World.isMarked(set) && !set.labels().containsKey("touched"))
                    .isPresent();
            return foreign ? merge(own, "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}") : plan;
        });
    }

    @Test
    void findsThatSomethingWantedIsDeleted() {
        assertFound("was deleted while it was wanted", SYNC, (world, cluster, key, plan, now) -> {
            List<AnyObject> maps =
                    world.cluster(cluster).api("test").list(World.CONFIG_MAP).objects();
            return plan.steps().isEmpty() && !maps.isEmpty() && isLate(world)
                    ? Plan.builder().delete(World.CONFIG_MAP, maps.getFirst()).build()
                    : lookAgain(plan, now);
        });
    }

    @Test
    void findsMoreThanOneReplicaAtATime() {
        assertFound("at a time", SYNC, applied(set -> {
            if (set.path("metadata").path("annotations").has(Names.SCALING)) {
                Json.child(set, "spec")
                        .put("replicas", 2 + set.path("spec").path("replicas").asInt(0));
            }
        }));
    }

    /// A set is started in all its clusters at once.
    @Test
    void findsAClusterThatStartsTooEarly() {
        assertFound("before those before it were ready", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet set = template(key)
                    .flatMap(name -> world.home().api("test").get(StatefulSet.KIND, name))
                    .filter(found -> found.meta().annotations().containsKey(Names.BOOTSTRAP))
                    .orElse(null);
            String first = world.home().api("test").get(Binding.KIND, key).stream()
                    .filter(binding -> binding.target(cluster).isPresent())
                    .flatMap(binding -> binding.targets().stream())
                    .map(Binding.Target::cluster)
                    .findFirst()
                    .orElse(cluster);
            boolean mayStart = plan.actions().stream().anyMatch(Action.Patch.class::isInstance);
            if (set == null || first.equals(cluster) || mayStart) {
                return plan;
            }
            Key own = new Key(set.namespace(), set.name() + '-' + cluster);
            if (world.cluster(cluster).api("test").get(StatefulSet.KIND, own).isPresent()) {
                return plan;
            }
            ObjectNode early = Json.object();
            early.set("spec", set.tree().path("spec"));
            ObjectNode metadata = early.putObject("metadata")
                    .put("namespace", own.namespace())
                    .put("name", own.name());
            metadata.putObject("annotations")
                    .put(Names.FEDERATION, World.SETTINGS.name())
                    .put(Names.TEMPLATE_UID, set.uid())
                    .put(Names.BINDING_NAME, key.name());
            return Plan.builder().create(StatefulSet.KIND, early).build();
        });
    }

    /// A cluster gets the pods of another, whether they are healthy there or not.
    @Test
    void findsTwoClustersThatRollAtOnce() {
        assertFound("still gets them", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key).orElse(null);
            if (own == null || !plan.steps().isEmpty()) {
                return plan;
            }
            for (SimCluster other : world.clusters()) {
                StatefulSet ahead = marked(world, other.name(), key).orElse(own);
                String revision = ahead.meta().annotations().getOrDefault(Names.REVISION, "");
                if (!revision.equals(own.meta().annotations().getOrDefault(Names.REVISION, ""))) {
                    ObjectNode patch = Json.object();
                    patch.putObject("metadata").putObject("annotations").put(Names.REVISION, revision);
                    patch.putObject("spec").set("template", ahead.template());
                    return merge(own.key(), patch.toString());
                }
            }
            return plan;
        });
    }

    /// When there is nothing to do, a replica is added although others have been missing for long.
    @Test
    void findsThatASetIsScaledWhileAnotherClusterIsInTrouble() {
        Map<String, Instant> since = new HashMap<>();
        assertFoundFrom(150, "was scaled in", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key)
                    .filter(set -> set.meta().annotations().containsKey(Names.SCALING))
                    .orElse(null);
            boolean othersLack = world.clusters().stream()
                    .filter(simCluster -> !simCluster.name().equals(cluster))
                    .flatMap(simCluster -> marked(world, simCluster.name(), key).stream())
                    .anyMatch(set -> set.status().path("readyReplicas").asInt(0) < set.replicas());
            String here = System.identityHashCode(world) + cluster + key;
            if (!othersLack) {
                since.remove(here);
            }
            boolean isLong = othersLack
                    && since.computeIfAbsent(here, k -> world.time().instant()).isBefore(world.oldest());
            if (own == null || !isLong || !plan.steps().isEmpty()) {
                return lookAgain(plan, now);
            }
            return merge(own.key(), "{\"spec\":{\"replicas\":%d}}".formatted(own.replicas() + 1));
        });
    }

    @Test
    void findsThatSomethingStaysBehind() {
        assertFound(
                "is left in",
                SYNC,
                (world, cluster, key, plan, now) ->
                        plan.actions().stream().anyMatch(Action.Delete.class::isInstance) ? Plan.NOTHING : plan);
    }

    @Test
    void findsAStatusThatIsNotTrue() {
        assertFound("says [", STATUS, status(status -> status.put("readyReplicas", 99)));
    }

    @Test
    void findsAStatusOfAnotherTime() {
        assertFound("has not been observed", STATUS, status(status -> status.put("observedGeneration", 0)));
    }

    @Test
    void findsAWaitThatIsOver() {
        assertFound("still says that it waits", STATUS, Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode binding, String sub)
                    && kind.equals(Binding.KIND)
                    && binding.path("status").path("aggregatedStatus").path(0) instanceof ObjectNode first) {
                first.set("waitsFor", new Wait("Forgotten", "", "what is long over").json("2030-01-01T00:00:00Z"));
            }
            return List.of(action);
        }));
    }

    @Test
    void findsAnOscillation() {
        assertFound("does not stay quiet", BINDING, (world, cluster, key, plan, now) -> {
            Binding binding = world.home().api("test").get(Binding.KIND, key).orElse(null);
            String minute = now.truncatedTo(ChronoUnit.MINUTES).toString();
            if (binding == null || minute.equals(binding.meta().annotations().get("touched"))) {
                return lookAgain(plan, now);
            }
            ObjectNode patch = Json.object();
            patch.putObject("metadata").putObject("annotations").put("touched", minute);
            return Plan.builder()
                    .patch(Binding.KIND, key, new PatchBody.Merge(patch))
                    .build();
        });
    }

    @Test
    void findsThatSomebodyHasSomethingToDoForEver() {
        assertFound(
                "there still is something to do",
                SYNC,
                (world, cluster, key, plan, now) -> plan.steps().isEmpty()
                        ? Plan.builder()
                                .perform(new Action.Confirm(
                                        StatefulSet.KIND, new Key("default", "nobody"), "", Fact.GONE))
                                .build()
                        : plan);
    }
}
