package dev.archipelago.cluster.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Section 1 of the facts on StatefulSets: pod identity.
class PodIdentityTest {

    @ParameterizedTest(name = "§1 {0} is {2} of {1}")
    @CsvSource({
        "web-0, web, 0",
        "web-12, web, 12",
        "a-b-3, a-b, 3",
        "web-2147483647, web, 2147483647",
        "web-2147483648, '', -1",
        "web, '', -1",
        "web-, '', -1",
        "web-x, '', -1",
        "web-1a, '', -1",
        "7, '', -1",
    })
    void nameTellsSetAndOrdinal(String name, String parent, int ordinal) {
        assertThat(PodIdentity.parent(name)).isEqualTo(parent);
        assertThat(PodIdentity.ordinal(name)).isEqualTo(ordinal);
    }

    @Test
    @DisplayName("§1 a pod has all of its template, the names of its member, and nobody's hostname but its own")
    void podIsMadeFromTemplateAndIdentity() {
        Example example = new Example();
        example.world.create(StatefulSet.KIND, """
                metadata: {name: web}
                spec:
                  serviceName: nginx
                  replicas: 1
                  ordinals: {start: 4}
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web, tier: front}, annotations: {note: x}, finalizers: [a.b/c]}
                    spec:
                      hostname: mine
                      subdomain: mine
                      containers: [{name: c, image: nginx}]
                """);
        example.work();
        ObjectNode pod = example.pod("web-4").tree();
        ObjectNode expected = World.yaml("""
                name: web-4
                generateName: web-
                namespace: default
                labels:
                  app: web
                  tier: front
                  statefulset.kubernetes.io/pod-name: web-4
                  apps.kubernetes.io/pod-index: '4'
                  controller-revision-hash: %s
                annotations: {note: x}
                finalizers: [a.b/c]
                ownerReferences:
                - {apiVersion: apps/v1, kind: StatefulSet, name: web, uid: %s, controller: true,
                   blockOwnerDeletion: true}
                """.formatted(
                        example.status().path("updateRevision").asString(),
                        example.set().uid()));
        ObjectNode metadata = Meta.of(pod).deepCopy();
        metadata.retain("name", "generateName", "namespace", "labels", "annotations", "finalizers", "ownerReferences");
        assertThat(metadata).isEqualTo(expected);
        assertThat(pod.path("spec")).isEqualTo(World.yaml("""
                hostname: web-4
                subdomain: nginx
                containers: [{name: c, image: nginx, resources: {}}]
                """));
    }

    @Test
    @DisplayName("§1 the revision label is the whole name of the ControllerRevision")
    void revisionLabelIsAName() {
        Example example = Example.settled(1);
        assertThat(example.pod("web-0").labels().get("controller-revision-hash"))
                .startsWith("web-");
    }

    @Test
    @DisplayName("§1 ordinals run from start to start + replicas - 1")
    void ordinalsBeginAtTheStart() {
        Example example = Example.settled(3, "ordinals: {start: 2}");
        assertThat(example.world.names(Pod.KIND)).containsExactlyInAnyOrder("web-2", "web-3", "web-4");
    }

    @Test
    @DisplayName("§1 a pod without its name label gets it back, with the index")
    void lostNameIsRepaired() {
        Example example = Example.settled(1);
        example.label(Pod.KIND, "web-0", PodIdentity.POD_NAME_LABEL, "other");
        example.label(Pod.KIND, "web-0", PodIdentity.POD_INDEX_LABEL, "7");
        assertThat(example.work()).containsExactly("update Pod web-0");
        assertThat(example.pod("web-0").labels())
                .containsEntry(PodIdentity.POD_NAME_LABEL, "web-0")
                .containsEntry(PodIdentity.POD_INDEX_LABEL, "0");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§1 a wrong index alone is no reason for a repair")
    void indexIsNoPartOfIdentity() {
        Example example = Example.settled(1);
        example.label(Pod.KIND, "web-0", PodIdentity.POD_INDEX_LABEL, "7");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§1 a repair is written over the version it was decided from")
    void repairHasAPrecondition() {
        Example example = Example.settled(1);
        example.label(Pod.KIND, "web-0", PodIdentity.POD_NAME_LABEL, "other");
        Action.Update update = (Action.Update) example.plan().actions().getFirst();
        assertThat(Meta.text(update.object(), "resourceVersion"))
                .isEqualTo(Long.toString(example.pod("web-0").resourceVersion()));
    }
}
