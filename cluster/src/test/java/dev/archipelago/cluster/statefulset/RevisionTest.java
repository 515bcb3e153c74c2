package dev.archipelago.cluster.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Section 6 of the facts on StatefulSets: revisions and their names.
class RevisionTest {

    @ParameterizedTest(name = "§6 after {0} collisions the hash is {1}")
    @CsvSource({"0, 589f85db5b", "1, 589f85db5c"})
    void hashIsThatOfKubernetes(int collisions, String hash) {
        assertThat(RevisionData.hash("{\"spec\":{\"template\":{\"$patch\":\"replace\"}}}", collisions))
                .isEqualTo(hash);
    }

    @Test
    @DisplayName("§6 data has sorted keys, no blanks, escapes as in HTML, and no creationTimestamp")
    void dataIsCanonical() {
        assertThat(RevisionData.canonical(RevisionData.of(World.yaml("""
                spec: {containers: [{name: c, image: 'a<b>&c "ü"', ports: [{containerPort: 80}]}]}
                metadata: {labels: {b: '1', a: '2'}, creationTimestamp: null}
                """)))).isEqualTo("""
                {"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"2","b":"1"}},\
                "spec":{"containers":[{"image":"a\\u003cb\\u003e\\u0026c \\"ü\\"","name":"c",\
                "ports":[{"containerPort":80}],"resources":{}}]}}}}""");
    }

    @Test
    @DisplayName("§6 a revision has the labels of the template, the annotations of the set, one owner and a number")
    void revisionIsMade() {
        Example example = Example.of(1);
        example.world.edit(
                StatefulSet.KIND,
                "web",
                tree -> Meta.of(tree).putObject("annotations").put("team", "blue"));
        ObjectNode object =
                Json.parse(Json.bytes(((Action.Create) example.plan().actions().getFirst()).object()));
        String hash = RevisionData.hash(RevisionData.canonical(object.path("data")), 0);
        assertThat(object)
                .isEqualTo(World.yaml("""
                apiVersion: apps/v1
                kind: ControllerRevision
                metadata:
                  name: web-%s
                  namespace: default
                  labels: {app: web, controller.kubernetes.io/hash: %s}
                  annotations: {team: blue}
                  ownerReferences:
                  - {apiVersion: apps/v1, kind: StatefulSet, name: web, uid: %s, controller: true,
                     blockOwnerDeletion: true}
                data:
                  spec:
                    template:
                      $patch: replace
                      metadata: {labels: {app: web}}
                      spec: {containers: [{name: c, image: 'nginx:1', resources: {}}]}
                revision: 1
                """.formatted(hash, hash, example.set().uid())));
        example.roll();
        example.assertQuiet();
    }

    @Test
    @DisplayName("§6 a long name of a set is cut in those of its revisions")
    void longNamesAreCut() {
        World world = new World();
        String name = "a".repeat(240);
        world.create(StatefulSet.KIND, """
                metadata: {name: %s}
                spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}
                """.formatted(name));
        Action.Create create = (Action.Create) new StatefulSetReconciler(world.caches())
                .plan(new Key("default", name), world.now())
                .actions()
                .getFirst();
        assertThat(Meta.name(create.object())).startsWith("a".repeat(223) + '-').hasSizeLessThan(236);
    }

    @Test
    @DisplayName("§6 §16 a name that is taken by something else counts as a collision, and pods get the next name")
    void takenNameIsACollision() {
        Example example = Example.of(1);
        ObjectNode wanted = ((Action.Create) example.plan().actions().getFirst()).object();
        String taken = Meta.name(wanted);
        example.world.create(
                ControllerRevision.KIND, "{metadata: {name: %s}, data: {other: true}, revision: 7}".formatted(taken));
        assertThat(example.roll()).containsExactly("create web-0");
        String data = RevisionData.canonical(wanted.path("data"));
        String name = "web-" + RevisionData.hash(data, 1);
        assertThat(PodIdentity.revision(example.pod("web-0"))).isEqualTo(name);
        assertThat(example.status().path("collisionCount").asInt()).isEqualTo(1);
        assertThat(example.status().path("updateRevision").asString()).isEqualTo(name);
        // The label has the hash before the collision.
        assertThat(example.world.get(ControllerRevision.KIND, name).labels())
                .containsEntry("controller.kubernetes.io/hash", RevisionData.hash(data, 0));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§6 one of a former set that says the same is used, and made anew when it goes")
    void anEqualRevisionIsInherited() {
        Example example = Example.of(1);
        ObjectNode wanted = ((Action.Create) example.plan().actions().getFirst()).object();
        String name = Meta.name(wanted);
        ObjectNode former = wanted.deepCopy();
        ((ObjectNode) former.at("/metadata/ownerReferences/0")).put("uid", "former");
        example.world.create(ControllerRevision.KIND, former.toString());
        assertThat(example.roll()).containsExactly("create web-0");
        assertThat(PodIdentity.revision(example.pod("web-0"))).isEqualTo(name);
        assertThat(example.status().path("collisionCount").asInt()).isZero();
        example.assertQuiet();
        example.world.remove(ControllerRevision.KIND, name);
        assertThat(example.work()).containsExactly("create ControllerRevision " + name);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§6 numbers go up with each template, and again with one that comes back")
    void numbersGoUp() {
        Example example = Example.settled(0);
        String first = newest(example);
        example.update("nginx:2");
        example.roll();
        assertThat(number(example, newest(example))).isEqualTo(2);
        example.update("nginx:1");
        assertThat(example.work()).containsExactly("update ControllerRevision " + first);
        assertThat(number(example, first)).isEqualTo(3);
        assertThat(newest(example)).isEqualTo(first);
        assertThat(example.world.names(ControllerRevision.KIND)).hasSize(2);
        example.assertQuiet();
    }

    private static String newest(Example example) {
        return example.status().path("updateRevision").asString();
    }

    private static long number(Example example, String revision) {
        return example.world.get(ControllerRevision.KIND, revision).number();
    }

    @ParameterizedTest(name = "§6 newest revision with {0}: another one is made: {1}")
    @CsvSource({"emptiness, false", "order, false", "another image, true"})
    void whatMeansTheSameIsTheSame(String change, boolean made) {
        Example example = Example.settled(1);
        String name = newest(example);
        example.world.edit(ControllerRevision.KIND, name, tree -> {
            ObjectNode template = (ObjectNode) tree.path("data").path("spec").path("template");
            switch (change) {
                case "emptiness" -> {
                    ((ObjectNode) template.path("metadata")).putNull("creationTimestamp");
                    ((ObjectNode) template.path("spec")).putObject("securityContext");
                }
                case "order" -> template.set("metadata", template.remove("metadata"));
                default ->
                    ((ObjectNode) template.path("spec").path("containers").path(0)).put("image", "nginx:0");
            }
        });
        if (made) {
            assertThat(example.next()).singleElement().asString().startsWith("create ControllerRevision web-");
        } else {
            example.assertQuiet();
        }
    }

    @Test
    @DisplayName("§6 a status that names no revision, or none that there is, means the newest")
    void missingCurrentRevisionIsTheNewest() {
        Example example = Example.settled(1);
        example.world.editStatus(StatefulSet.KIND, "web", status -> status.put("currentRevision", "web-gone"));
        example.work();
        assertThat(example.status().path("currentRevision").asString()).isEqualTo(newest(example));
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§6 §16 12 edits with limit {0} leave {1} revisions")
    @CsvSource({"10, 11", "2, 3", "0, 1", "-1, 13", "20, 13"})
    void historyIsCut(int limit, int left) {
        Example example = Example.settled(1, "revisionHistoryLimit: " + limit);
        for (int i = 0; i < 12; i++) {
            example.update("edit:" + i);
            example.roll();
        }
        List<Long> numbers = example.world.all(ControllerRevision.KIND).stream()
                .map(ControllerRevision::number)
                .sorted()
                .toList();
        assertThat(numbers).hasSize(left).first().isEqualTo(14L - left);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§6 §16 a revision that a pod was made from is kept, the current and the update one too")
    void usedRevisionsAreKept() {
        Example example = Example.settled(2, "revisionHistoryLimit: 0", "updateStrategy: {type: OnDelete}");
        String first = newest(example);
        example.update("nginx:2");
        example.world.carryOut(example.plan());
        example.world.remove(Pod.KIND, "web-0");
        example.roll();
        example.update("nginx:3");
        example.roll();
        assertThat(example.world.names(ControllerRevision.KIND))
                .containsExactlyInAnyOrder(first, PodIdentity.revision(example.pod("web-0")), newest(example))
                .hasSize(3);
        example.world.remove(Pod.KIND, "web-0");
        example.roll();
        assertThat(example.world.names(ControllerRevision.KIND)).containsExactlyInAnyOrder(first, newest(example));
        example.assertQuiet();
    }
}
