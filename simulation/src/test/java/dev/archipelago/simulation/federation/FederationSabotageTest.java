package dev.archipelago.simulation.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.simulation.stage.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Breaks the federation in every way that must be noticed.
class FederationSabotageTest {
    private static final int SEEDS_MAX = 60;
    private static final String SYNC = "sync-";
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

    /// Each new template makes another set of a set.
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
            boolean foreign = world.island(cluster)
                    .api("spy")
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
                    world.island(cluster).api("spy").list(World.CONFIG_MAP).objects();
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

    /// A set is started wherever it is bound to, whoever is ready.
    @Test
    void findsAClusterThatStartsTooEarly() {
        assertFound("before those before it were ready", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet set = template(key)
                    .flatMap(name -> world.home().api("spy").get(StatefulSet.KIND, name))
                    .filter(found -> found.meta().annotations().containsKey(Names.BOOTSTRAP))
                    .orElse(null);
            boolean bound = world.home()
                    .api("spy")
                    .get(Binding.KIND, key)
                    .flatMap(binding -> binding.target(cluster))
                    .isPresent();
            if (set == null || !bound || !plan.steps().isEmpty()) {
                return plan;
            }
            Key own = new Key(set.namespace(), set.name() + '-' + cluster);
            if (world.island(cluster).api("spy").get(StatefulSet.KIND, own).isPresent()) {
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

    /// A cluster gets the pods that another has, whether they are well there or not.
    @Test
    void findsTwoClustersThatRollAtOnce() {
        assertFound("still gets them", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key).orElse(null);
            if (own == null || !plan.steps().isEmpty()) {
                return plan;
            }
            for (Island other : world.islands()) {
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

    /// Where nothing is to be done, one replica more while others lack some.
    @Test
    void findsThatASetIsScaledWhileAnotherClusterIsInTrouble() {
        assertFound("was scaled in", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key)
                    .filter(set -> set.meta().annotations().containsKey(Names.SCALING))
                    .orElse(null);
            boolean othersLack = world.islands().stream()
                    .filter(island -> !island.name().equals(cluster))
                    .flatMap(island -> marked(world, island.name(), key).stream())
                    .anyMatch(set -> set.status().path("readyReplicas").asInt(0) < set.replicas());
            if (own == null || !othersLack || !plan.steps().isEmpty()) {
                return lookAgain(plan, now);
            }
            return merge(own.key(), "{\"spec\":{\"replicas\":%d}}".formatted(own.replicas() + 1));
        });
    }

    /// What a cluster has of the federation's set of a binding.
    private static Optional<StatefulSet> marked(World world, String cluster, Key binding) {
        return world.island(cluster).api("spy").list(StatefulSet.KIND).objects().stream()
                .filter(World::isMarked)
                .filter(set -> binding.name().equals(set.meta().annotations().get(Names.BINDING_NAME)))
                .findFirst();
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
            Binding binding = world.home().api("spy").get(Binding.KIND, key).orElse(null);
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

    private static boolean isLate(World world) {
        return world.time().instant().isAfter(Instant.parse("2030-01-01T00:04:00Z"));
    }

    private static Plan lookAgain(Plan plan, Instant now) {
        return new Plan(plan.steps(), Optional.of(now.plus(1, ChronoUnit.MINUTES)), plan.afterFailure());
    }

    private static Optional<Key> template(Key binding) {
        String suffix = "-statefulset";
        return binding.name().endsWith(suffix)
                ? Optional.of(new Key(
                        binding.namespace(),
                        binding.name().substring(0, binding.name().length() - suffix.length())))
                : Optional.empty();
    }

    private static Plan merge(Key set, String patch) {
        return Plan.builder()
                .patch(StatefulSet.KIND, set, new PatchBody.Merge(Json.parse(patch.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    /// Spoils the StatefulSets that are given to members.
    private static Saboteur.Sabotage applied(Consumer<ObjectNode> spoiler) {
        return Saboteur.each(action -> {
            if (action instanceof Action.Patch(var kind, Key key, String sub, PatchBody.Apply body, boolean force)
                    && kind.equals(StatefulSet.KIND)) {
                ObjectNode spoiled = body.configuration().deepCopy();
                spoiler.accept(spoiled);
                return List.of(new Action.Patch(kind, key, sub, new PatchBody.Apply(spoiled), force));
            }
            return List.of(action);
        });
    }

    /// Spoils the status that StatefulSets of the federation get.
    private static Saboteur.Sabotage status(Consumer<ObjectNode> spoiler) {
        return Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub)
                    && kind.equals(StatefulSet.KIND)
                    && sub.equals("status")) {
                spoiler.accept(Json.child(object, "status"));
            }
            return List.of(action);
        });
    }

    /// Some seed must end with this complaint. Others may find other faults first: one often leads to the next.
    private static void assertFound(String complaint, String controllers, Saboteur.Sabotage sabotage) {
        Set<String> complaints = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            Outcome outcome = Scenario.run(seed, Saboteur.among(controllers, sabotage));
            if (outcome.complaint().contains(complaint)) {
                return;
            }
            complaints.add(outcome.complaint());
        }
        assertThat(complaints).as("complaints of all seeds").anyMatch(said -> said.contains(complaint));
    }
}
