package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class KeptOrdinalsTest {
    private final FakeMembers members = new FakeMembers();
    private final Situation situation = new Situation(global("u1", 5), "c1", "c2");

    private static Template global(String uid, int replicas) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {uid: %s, annotations: {archipelago.dev/identity: Global}}, spec: {replicas: %d}}"
                        .formatted(uid, replicas));
    }

    private void letGo(boolean preserved, Consumer<ObjectNode> change) {
        ObjectNode tree = situation.bound().tree();
        ((ObjectNode) tree.path("metadata")).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        Json.child(tree, "spec").put("preserveResourcesOnDeletion", preserved);
        change.accept(tree);
        situation.binding = read(Binding.KIND, tree);
    }

    /// Carries out the plan for the clusters, and deletes the binding.
    private void go() {
        List<Action> actions = situation.plan().actions();
        assertThat(actions.getLast()).isInstanceOf(Action.Update.class);
        actions.forEach(action -> {
            if (action
                    instanceof Action.Patch(var kind, var key, var sub, PatchBody.Merge(JsonNode patch), var force)) {
                situation.clusters.replaceAll(known -> known.key().equals(key) ? patched(known, patch) : known);
            }
        });
        situation.binding = null;
    }

    private static Cluster patched(Cluster cluster, JsonNode patch) {
        ObjectNode tree = cluster.tree();
        ObjectNode annotations = Json.child(Json.child(tree, "metadata"), "annotations");
        patch.path("metadata").path("annotations").properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                annotations.remove(entry.getKey());
            } else {
                annotations.set(entry.getKey(), entry.getValue());
            }
        });
        return read(Cluster.KIND, tree);
    }

    private String placedAgain(int replicas) {
        Template again = global("u2", replicas);
        situation.template = again;
        situation.orphans =
                Orphans.find(again, "sea", situation.clusters, members).targets();
        return situation.act();
    }

    private void isAway(String name) {
        situation.clusters.replaceAll(known -> {
            if (!known.name().equals(name)) {
                return known;
            }
            ObjectNode tree = known.tree();
            tree.set("status", away(name).tree().path("status"));
            return read(Cluster.KIND, tree);
        });
    }

    @Test
    void areNotGivenToOthersWhileTheirClusterIsAway() {
        assertThat(situation.act()).isEqualTo("c1=3@0 c2=2@3");
        letGo(true, tree -> {});
        go();
        isAway("c1");
        isAway("c2");
        situation.clusters.add(cluster("c3"));

        assertThat(placedAgain(6)).isEqualTo("c1=3@0 c2=2@3 c3=1@5");
    }

    @Test
    void areWhatTheClusterSaysOnceItHasSaidIt() {
        situation.act();
        letGo(true, tree -> {});
        go();
        members.member("c1");
        members.member("c2");

        assertThat(Orphans.find(global("u2", 5), "sea", situation.clusters, members)
                        .targets())
                .isEmpty();
    }

    @Test
    void areNoneOfASetThatIsDeletedWithAllThatItHas() {
        situation.act();
        letGo(true, tree -> {});
        go();
        assertThat(placedAgain(5)).isEqualTo("c1=3@0 c2=2@3");

        letGo(false, tree -> {});
        go();

        assertThat(situation.clusters)
                .allMatch(cluster -> cluster.meta().annotations().isEmpty());
    }

    @Test
    void areNoneWhereSomebodyHasGivenThemUp() {
        situation.act();
        letGo(
                true,
                tree -> Json.child((ObjectNode) tree.path("metadata"), "annotations")
                        .put(Names.ABANDONED, "c2"));
        go();
        isAway("c2");

        assertThat(placedAgain(5)).isEqualTo("c1=5@0");
    }

    @Test
    void areThoseOfOneBindingOnly() {
        situation.act();
        Binding binding = situation.bound();
        letGo(true, tree -> {});
        go();
        Cluster cluster = situation.clusters.getFirst();

        assertThat(KeptOrdinals.read(cluster, binding.key())).isPresent();
        ObjectNode tree = cluster.tree();
        ((ObjectNode) tree.path("metadata"))
                .putObject("annotations")
                .put(KeptOrdinals.annotation(binding.key()), "{\"binding\":\"another\",\"start\":0,\"claimed\":3}");
        assertThat(KeptOrdinals.read(read(Cluster.KIND, tree), binding.key())).isEqualTo(Optional.empty());
        ((ObjectNode) tree.path("metadata"))
                .putObject("annotations")
                .put(KeptOrdinals.annotation(binding.key()), "no JSON {");
        assertThat(KeptOrdinals.read(read(Cluster.KIND, tree), binding.key())).isEqualTo(Optional.empty());
    }
}
