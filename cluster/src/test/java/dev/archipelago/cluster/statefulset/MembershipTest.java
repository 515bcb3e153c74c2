package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.DATA;
import static dev.archipelago.cluster.statefulset.Example.other;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sections 3 and 9 of the facts on StatefulSets: adoption and release.
class MembershipTest {

    @ParameterizedTest(name = "§3.4 {0}, app: {1}, of {2}, pod {3}, set {4}: {5}")
    @CsvSource({
        "web-0, web, nobody, stays, stays, adopted",
        "web-9, web, nobody, stays, stays, adopted",
        "web-0, other, nobody, stays, stays, left",
        "other-0, web, nobody, stays, stays, left",
        "web, web, nobody, stays, stays, left",
        "web-0, web, nobody, goes, stays, left",
        "web-0, web, nobody, stays, goes, left",
        "web-0, web, web, stays, stays, left",
        "web-0, other, web, stays, stays, released",
        "other-0, web, web, stays, stays, released",
        "web-0, other, web, stays, goes, left",
        "web-0, web, another, stays, stays, left",
        "web-0, other, another, stays, stays, left",
    })
    void podsAreClaimed(String name, String app, String owner, String pod, String set, String outcome) {
        Example example = Example.of(0);
        example.work();
        example.world.create(Pod.KIND, "metadata: {name: %s, labels: {app: %s}}".formatted(name, app));
        switch (owner) {
            case "web" -> example.owners(Pod.KIND, name, Owner.controlling(StatefulSet.KIND, example.set()));
            case "another" -> example.owners(Pod.KIND, name, other("StatefulSet", "web", true));
            default -> {}
        }
        if (pod.equals("goes")) {
            example.deleting(Pod.KIND, name);
        }
        if (set.equals("goes")) {
            example.deleting(StatefulSet.KIND, "web");
        }
        List<String> patches = new ArrayList<>(example.next());
        patches.removeIf(text -> text.startsWith("delete"));
        switch (outcome) {
            case "adopted" ->
                // Nothing is adopted for a deleted set.
                assertThat(patches).containsExactly("confirm StatefulSet web", "patch Pod " + name);
            case "released" -> assertThat(patches).containsExactly("patch Pod " + name);
            default -> assertThat(patches).isEmpty();
        }
    }

    @Test
    @DisplayName("§3.4 adoption and release are meant for this very pod")
    void patchesNameThePod() {
        Example example = Example.settled(1);
        example.owners(Pod.KIND, "web-0");
        Action.Patch adoption = (Action.Patch) example.plan().actions().getLast();
        assertThat(adoption.body()).isInstanceOf(PatchBody.Strategic.class);
        PatchBody.Strategic body = (PatchBody.Strategic) adoption.body();
        assertThat(body.patch().path("metadata").path("uid").asString())
                .isEqualTo(example.pod("web-0").uid());
        example.work();
        assertThat(Example.owners(example.pod("web-0"))).containsExactly("StatefulSet web");
        example.label(Pod.KIND, "web-0", "app", "other");
        Action.Patch release = (Action.Patch) example.plan().actions().getFirst();
        assertThat(((PatchBody.Strategic) release.body())
                        .patch()
                        .path("metadata")
                        .path("uid")
                        .asString())
                .isEqualTo(example.pod("web-0").uid());
    }

    @Test
    @DisplayName("§16 a pod comes back when its owner or its labels do; nothing is said of it")
    void membersComeAndGo() {
        Example example = Example.settled(1);
        example.owners(Pod.KIND, "web-0");
        assertThat(example.work()).containsExactly("confirm StatefulSet web", "patch Pod web-0");
        example.assertQuiet();
        example.label(Pod.KIND, "web-0", "app", "other");
        // §3.4 the released pod keeps the name, and the set waits without an event.
        assertThat(example.work()).containsExactly("patch Pod web-0", "create Pod web-0");
        assertThat(example.pod("web-0").meta().owners()).isEmpty();
        example.label(Pod.KIND, "web-0", "app", "web");
        assertThat(example.work()).containsExactly("confirm StatefulSet web", "patch Pod web-0");
        assertThat(example.world.events()).isEmpty();
        example.assertQuiet();
    }

    @Test
    @DisplayName("§3.3 revisions that nobody controls are adopted")
    void revisionsAreAdopted() {
        Example example = Example.settled(1);
        String name = example.world.names(ControllerRevision.KIND).getFirst();
        example.owners(ControllerRevision.KIND, name);
        assertThat(example.work()).containsExactly("confirm StatefulSet web", "patch ControllerRevision " + name);
        assertThat(example.world.names(ControllerRevision.KIND)).containsExactly(name);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§3.2 a set that is gone asks for nothing")
    void goneSetIsNobodysBusiness() {
        Example example = Example.settled(1);
        example.world.remove(StatefulSet.KIND, "web");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§3.8 §16 a set that is being deleted makes and removes nothing, but still counts")
    void deletingSetOnlyCounts() {
        Example example = Example.settled(3, DATA);
        example.world.edit(StatefulSet.KIND, "web", tree -> Meta.finalizers(tree, List.of("foregroundDeletion")));
        example.deleting(StatefulSet.KIND, "web");
        example.assertQuiet();
        example.world.remove(Pod.KIND, "web-1");
        example.unready("web-2");
        assertThat(example.work()).isEmpty();
        assertThat(example.status().path("replicas").asInt()).isEqualTo(2);
        assertThat(example.status().path("readyReplicas").asInt()).isEqualTo(1);
        example.scale(0);
        assertThat(example.work()).isEmpty();
    }

    @Test
    @DisplayName("§9 §16 a set that is made again takes in what was orphaned, and restarts nothing")
    void newSetTakesOrphansIn() {
        Example example = Example.settled(3, DATA);
        String revision = example.status().path("updateRevision").asString();
        example.world.remove(StatefulSet.KIND, "web");
        example.world.names(Pod.KIND).forEach(name -> example.owners(Pod.KIND, name));
        example.world.names(ControllerRevision.KIND).forEach(name -> example.owners(ControllerRevision.KIND, name));
        example.create(3, DATA);
        assertThat(example.work())
                .contains("patch Pod web-0", "patch Pod web-1", "patch Pod web-2")
                .allMatch(text -> text.startsWith("confirm") || text.startsWith("patch"));
        assertThat(example.status().path("updateRevision").asString()).isEqualTo(revision);
        assertThat(example.status().path("currentReplicas").asInt()).isEqualTo(3);
        assertThat(example.world.names(Claim.KIND)).hasSize(3);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§9 a pod is told to go with the grace it asks for, and only this very pod")
    void deletionIsNeverForced() {
        Example example = Example.settled(1);
        example.scale(0);
        Action.Delete delete = (Action.Delete) example.plan().actions().getFirst();
        assertThat(delete.options().gracePeriodSeconds()).isEmpty();
        assertThat(delete.options().uid()).isEqualTo(example.pod("web-0").uid());
    }
}
