package dev.archipelago.simulation.federation;

import static dev.archipelago.simulation.federation.Sabotages.SYNC;
import static dev.archipelago.simulation.federation.Sabotages.applied;
import static dev.archipelago.simulation.federation.Sabotages.assertFound;
import static dev.archipelago.simulation.federation.Sabotages.assertFoundFrom;
import static dev.archipelago.simulation.federation.Sabotages.isLate;
import static dev.archipelago.simulation.federation.Sabotages.lookAgain;
import static dev.archipelago.simulation.federation.Sabotages.marked;
import static dev.archipelago.simulation.federation.Sabotages.merge;
import static dev.archipelago.simulation.federation.Sabotages.template;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Sabotages what keeps replicas in place and their identities while users edit sets, and clusters leave and join.
@Execution(ExecutionMode.CONCURRENT)
class FederationIdentitySabotageTest {
    private static final String LISTS = "statefulset-replica-list-controller";

    /// The set in a cluster also gets a copy with the name of the template.
    @Test
    void findsReplicasWithOtherNames() {
        assertFound("are called otherwise than before", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key).orElse(null);
            Key other = template(key).orElse(Key.global("none"));
            if (own == null || own.name().equals(other.name()) || !plan.steps().isEmpty() || !isLate(world)) {
                return lookAgain(plan, now);
            }
            ObjectNode copy = Json.object();
            copy.set("spec", own.tree().path("spec"));
            ObjectNode metadata = copy.putObject("metadata")
                    .put("namespace", other.namespace())
                    .put("name", other.name());
            metadata.set("annotations", own.tree().path("metadata").path("annotations"));
            return Plan.builder().create(StatefulSet.KIND, copy).build();
        });
    }

    @Test
    void findsOtherOrdinals() {
        assertFound("begin at", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key).orElse(null);
            return own == null || own.start() > 0 || !plan.steps().isEmpty() || !isLate(world)
                    ? lookAgain(plan, now)
                    : merge(own.key(), "{\"spec\":{\"ordinals\":{\"start\":7}}}");
        });
    }

    /// An object of one template is marked as another's.
    @Test
    void findsAnObjectThatIsTakenForAnotherTemplate() {
        assertFound("was taken for another template", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet other = world.cluster(cluster).api("test").list(StatefulSet.KIND).objects().stream()
                    .filter(World::isMarked)
                    .filter(set -> !key.name().equals(set.meta().annotations().get(Names.BINDING_NAME)))
                    .findFirst()
                    .orElse(null);
            Binding binding = world.home().api("test").get(Binding.KIND, key).orElse(null);
            if (other == null
                    || binding == null
                    || template(key).isEmpty()
                    || !plan.steps().isEmpty()) {
                return lookAgain(plan, now);
            }
            return merge(other.key(), Edits.annotation(Names.TEMPLATE_UID, binding.templateUid()));
        });
    }

    /// The objects of an earlier membership are deleted when a cluster joins again.
    @Test
    void findsReplicasThatAreTakenFromAClusterThatJoinsAgain() {
        assertFound("though nobody has asked for that", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key)
                    .filter(set -> !set.isDeleting() && set.replicas() > 0)
                    .orElse(null);
            String membership = own == null ? "" : own.meta().annotations().getOrDefault(Names.MEMBERSHIP, "");
            boolean isOlder = world.home()
                    .api("test")
                    .get(Cluster.KIND, Key.global(cluster))
                    .filter(found -> !found.uid().equals(membership))
                    .isPresent();
            return own != null && isOlder
                    ? Plan.builder().delete(StatefulSet.KIND, own).build()
                    : plan;
        });
    }

    @Test
    void findsAReplicaThatIsTakenOffTheListOfItsService() {
        assertFound("was taken off the list", LISTS, (world, cluster, key, plan, now) -> {
            Service service = world.home().api("test").list(Service.KIND).objects().stream()
                    .filter(found -> found.meta().annotations().containsKey(Names.REPLICA_LIST))
                    .findFirst()
                    .orElse(null);
            return service == null || !plan.steps().isEmpty() || !isLate(world)
                    ? lookAgain(plan, now)
                    : Plan.builder()
                            .patch(Service.KIND, service.key(), annotation(Names.REPLICA_LIST, ""))
                            .build();
        });
    }

    @Test
    void findsAListThatIsNotOfAllSets() {
        assertFound(
                "and not [",
                LISTS,
                (world, cluster, key, plan, now) -> plan.actions().stream()
                                .anyMatch(action -> action instanceof Action.Patch patch
                                        && patch.kind().equals(Service.KIND))
                        ? Plan.NOTHING
                        : plan);
    }

    /// A set in a member is written after each write.
    @Test
    void findsAnObjectThatIsWrittenAgainAndAgain() {
        assertFound("again and again", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key).orElse(null);
            return own == null || !plan.steps().isEmpty() || !isLate(world)
                    ? lookAgain(plan, now)
                    : Plan.builder()
                            .patch(StatefulSet.KIND, own.key(), annotation("touched", now.toString()))
                            .build();
        });
    }

    /// A replica is added before the last step is complete.
    @Test
    void findsAStepBeforeTheLastOneIsThrough() {
        assertFound("before its last step was through", SYNC, (world, cluster, key, plan, now) -> {
            StatefulSet own = marked(world, cluster, key)
                    .filter(set -> set.meta().annotations().containsKey(Names.SCALING))
                    .filter(set -> set.status().path("readyReplicas").asInt(0) < set.replicas())
                    .orElse(null);
            return own == null || own.replicas() > 6
                    ? plan
                    : merge(own.key(), "{\"spec\":{\"replicas\":%d}}".formatted(own.replicas() + 1));
        });
    }

    /// A released set gets other pods when it is adopted.
    @Test
    void findsPodsThatAreReplacedWhenTheirSetIsTakenBack() {
        assertFoundFrom(61, "which was taken back, are replaced", SYNC, applied(set -> {
            String uid = set.path("metadata")
                    .path("annotations")
                    .path(Names.TEMPLATE_UID)
                    .asString("");
            ObjectNode pods = Json.child(Json.child(set, "spec"), "template");
            Json.child(Json.child(pods, "metadata"), "annotations").put("made-of", uid);
        }));
    }

    /// Released objects are never adopted.
    @Test
    void findsThatAnOrphanIsNotTakenBack() {
        assertFoundFrom(61, " lacks ", SYNC, (world, cluster, key, plan, now) -> {
            boolean takesBack = plan.actions().stream()
                    .anyMatch(action -> action instanceof Action.Patch patch
                            && patch.body().toString().contains(Names.ORPHANED + "\":null"));
            return takesBack ? Plan.NOTHING : plan;
        });
    }

    /// A replaced cluster is considered the old one, as if a user had accepted the loss.
    @Test
    void findsAStartInAWipedClusterThoughTheSetIsToHold() {
        assertFound("though its set is to hold", "binding-controller", Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode binding, String sub)
                    && kind.equals(Binding.KIND)
                    && binding.path("spec").path("volumes").isArray()) {
                for (JsonNode item : binding.path("spec").path("volumes")) {
                    if (item instanceof ObjectNode volumes && volumes.has("replacedBy")) {
                        volumes.set("id", volumes.remove("replacedBy"));
                    }
                }
            }
            return List.of(action);
        }));
    }

    @Test
    void findsALossThatIsNotTold() {
        assertFound("does not say that its volumes", "binding-status-controller", Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub)
                    && kind.equals(StatefulSet.KIND)
                    && object.path("status") instanceof ObjectNode status) {
                status.remove("conditions");
            }
            return List.of(action);
        }));
    }

    private static PatchBody annotation(String name, String value) {
        return new PatchBody.Merge(Json.parse(Edits.annotation(name, value).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void findsAPlanWithoutBounds() {
        assertFound("steps for", SYNC, (world, cluster, key, plan, now) -> {
            Plan.Builder endless = Plan.builder();
            Collections.nCopies(3000, new Key("default", "nobody"))
                    .forEach(nobody -> endless.perform(new Action.Confirm(StatefulSet.KIND, nobody, "", Fact.GONE)));
            return isLate(world) ? endless.build() : plan;
        });
    }
}
