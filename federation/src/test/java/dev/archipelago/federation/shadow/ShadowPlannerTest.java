package dev.archipelago.federation.shadow;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.shadow.ShadowPlanner.Decision;
import dev.archipelago.federation.shadow.ShadowState.Counts;
import dev.archipelago.federation.workload.PodTemplateHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ShadowPlannerTest {
    private static final String SHADOW = "archipelago.dev/shadow-of";
    private static final String NUMBER = "deployment.kubernetes.io/revision";

    private final List<ControllerRevision> revisions = new ArrayList<>();
    private final List<ReplicaSet> sets = new ArrayList<>();
    private final Map<String, Counts> counts = new TreeMap<>();
    private Optional<Deployment> deployment = Optional.of(deployment("b"));

    ShadowPlannerTest() {
        revisions.add(revision("web-aaaa", 1, "a"));
        revisions.add(revision("web-bbbb", 2, "b"));
    }

    private static ObjectNode template(String image) {
        return tree("{metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: %s}]}}".formatted(image));
    }

    private static Deployment deployment(String image) {
        ObjectNode tree = tree("{metadata: {name: web, namespace: shop, uid: u1, generation: 4, annotations:"
                + " {kubernetes.io/change-cause: second, kubectl.kubernetes.io/last-applied-configuration: x}},"
                + " spec: {replicas: 6, selector: {matchLabels: {app: web}}}}");
        Json.child(tree, "spec").set("template", template(image));
        return read(Deployment.KIND, tree);
    }

    private static ControllerRevision revision(String name, long number, String image) {
        ObjectNode tree =
                tree("{metadata: {name: %s, namespace: shop, annotations: {kubernetes.io/change-cause: first}}}"
                                .formatted(name))
                        .put("revision", number);
        tree.set("data", RevisionData.of(template(image)));
        return read(ControllerRevision.KIND, tree);
    }

    private static String hash(String image) {
        return PodTemplateHash.of(template(image));
    }

    private Decision decide() {
        RolloutRecord.Revision newest = new RolloutRecord.Revision(2, "web-bbbb");
        return ShadowPlanner.decide(new ShadowState(
                deployment,
                new RolloutRecord(newest, RolloutRecord.Revision.NONE, List.of()),
                revisions,
                sets.stream()
                        .filter(set -> set.meta().annotations().containsKey(SHADOW))
                        .toList(),
                name -> sets.stream().filter(set -> set.name().equals(name)).findFirst(),
                counts));
    }

    /// Carries out what was decided until there is nothing more to do.
    private void settle() {
        for (int round = 0; round < 5; round++) {
            Decision decision = decide();
            List<Action> actions = new ArrayList<>(decision.changes());
            actions.addAll(decision.counts());
            actions.forEach(this::carryOut);
        }
        assertThat(decide().changes()).isEmpty();
        assertThat(decide().counts()).isEmpty();
    }

    private void carryOut(Action action) {
        ObjectNode object = switch (action) {
            case Action.Create create -> create.object();
            case Action.Update update -> update.object();
            default -> throw new UnsupportedOperationException(action.toString());
        };
        ReplicaSet set = read(ReplicaSet.KIND, object);
        sets.removeIf(known -> known.name().equals(set.name()));
        sets.add(set);
    }

    private ReplicaSet shadow(String name) {
        return sets.stream().filter(set -> set.name().equals(name)).findFirst().orElseThrow();
    }

    private void change(String name, String pointer, String field, String value) {
        ObjectNode tree = shadow(name).tree();
        ((ObjectNode) tree.at(pointer)).put(field, value);
        carryOut(new Action.Update(ReplicaSet.KIND, tree, ""));
    }

    @Test
    void showsEachRevisionAsAReplicaSetOfACluster() {
        settle();
        ReplicaSet newest = shadow("web-bbbb");
        assertThat(newest.labels()).containsEntry("app", "web").containsEntry("pod-template-hash", "bbbb");
        assertThat(newest.view()
                        .at("/spec/selector/matchLabels/pod-template-hash")
                        .asString())
                .isEqualTo("bbbb");
        assertThat(newest.view()
                        .at("/spec/template/metadata/labels/pod-template-hash")
                        .asString())
                .isEqualTo("bbbb");
        assertThat(newest.view().at("/spec/template/spec/containers/0/image").asString())
                .isEqualTo("b");
        assertThat(newest.meta().controller().orElseThrow().uid()).isEqualTo("u1");
        assertThat(newest.meta().annotations())
                .containsEntry(NUMBER, "2")
                .containsEntry("kubernetes.io/change-cause", "second")
                .containsEntry("deployment.kubernetes.io/desired-replicas", "6")
                .containsEntry(SHADOW, "web")
                .doesNotContainKey("kubectl.kubernetes.io/last-applied-configuration");
        assertThat(shadow("web-aaaa").meta().annotations())
                .containsEntry(NUMBER, "1")
                .containsEntry("kubernetes.io/change-cause", "first");
    }

    @Test
    void sumsWhatMembersHave() {
        settle();
        counts.put(hash("a"), new Counts(4, 4, 4, 3, 3));
        counts.put(hash("b"), new Counts(2, 1, 1, 1, 0));
        assertThat(decide().changes()).isEmpty();
        settle();
        assertThat(shadow("web-aaaa").replicas()).isEqualTo(4);
        assertThat(shadow("web-aaaa").status().toString())
                .isEqualTo("{\"availableReplicas\":3,\"fullyLabeledReplicas\":4,\"observedGeneration\":0,"
                        + "\"readyReplicas\":3,\"replicas\":4}");
        assertThat(shadow("web-bbbb").counted("replicas")).isEqualTo(1);
    }

    @Test
    void restoresWhatSomebodyChanges() {
        settle();
        String before = shadow("web-aaaa").view().toString();
        change("web-aaaa", "/spec/template/spec/containers/0", "image", "mine");
        change("web-aaaa", "/metadata/labels", "app", "mine");
        change("web-aaaa", "/metadata/annotations", NUMBER, "99");
        change("web-aaaa", "/spec", "replicas", "5");
        settle();
        assertThat(shadow("web-aaaa").view().toString()).isEqualTo(before);
        assertThat(shadow("web-aaaa").replicas()).isZero();
    }

    @Test
    void makesAgainWhatSomebodyDeletes() {
        settle();
        sets.removeIf(set -> set.name().equals("web-aaaa"));
        settle();
        assertThat(shadow("web-aaaa").meta().annotations()).containsEntry("kubernetes.io/change-cause", "first");
    }

    @Test
    void keepsTheNumbersThatARevisionHad() {
        settle();
        deployment = Optional.of(deployment("a"));
        revisions.set(0, revision("web-aaaa", 3, "a"));
        RolloutRecord.Revision newest = new RolloutRecord.Revision(3, "web-aaaa");
        Decision undone = ShadowPlanner.decide(new ShadowState(
                deployment,
                new RolloutRecord(newest, RolloutRecord.Revision.NONE, List.of()),
                revisions,
                sets,
                name -> Optional.of(shadow(name)),
                counts));
        undone.changes().forEach(this::carryOut);
        assertThat(shadow("web-aaaa").meta().annotations())
                .containsEntry(NUMBER, "3")
                .containsEntry("deployment.kubernetes.io/revision-history", "1");
    }

    @Test
    void aRevisionDoesNotGetTheAnnotationsOfTheNextOne() {
        settle();
        ObjectNode next = deployment("c").tree();
        ((ObjectNode) next.at("/metadata/annotations")).put("kubernetes.io/change-cause", "third");
        deployment = Optional.of(read(Deployment.KIND, next));
        settle();
        assertThat(shadow("web-bbbb").meta().annotations()).containsEntry("kubernetes.io/change-cause", "second");
    }

    @Test
    void removesWhatHasNoRevisionAndWhatHasNoDeployment() {
        settle();
        revisions.removeFirst();
        assertThat(deleted()).containsExactly("web-aaaa");
        deployment = Optional.empty();
        assertThat(deleted()).containsExactly("web-aaaa", "web-bbbb");
    }

    private List<String> deleted() {
        return decide().changes().stream()
                .map(action -> ((Action.Delete) action).key().name())
                .sorted()
                .toList();
    }

    @Test
    void leavesAReplicaSetOfSomebodyElseAloneAndSaysSo() {
        settle();
        ObjectNode own = shadow("web-aaaa").tree();
        ((ObjectNode) own.path("metadata")).remove("annotations");
        ((ObjectNode) own.path("metadata")).remove("ownerReferences");
        carryOut(new Action.Update(ReplicaSet.KIND, own, ""));
        assertThat(decide().changes()).isEmpty();
        assertThat(decide().notes()).singleElement().satisfies(note -> {
            assertThat(note.reason()).isEqualTo("RevisionNotShown");
            assertThat(note.message()).contains("web-aaaa");
        });
    }

    @Test
    void replacesTheOneOfAnEarlierDeploymentOfTheName() {
        settle();
        ObjectNode earlier = shadow("web-aaaa").tree();
        ((ObjectNode) earlier.at("/metadata/ownerReferences/0")).put("uid", "u0");
        carryOut(new Action.Update(ReplicaSet.KIND, earlier, ""));
        assertThat(deleted()).containsExactly("web-aaaa");
        assertThat(sets).extracting(ApiObject::name).contains("web-aaaa");
    }
}
