package dev.archipelago.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
    private static final String DELETED = "deletionTimestamp: '2026-01-01T00:00:00Z'";
    private static final String OURS =
            "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: ReplicaSet-101,"
                    + " controller: true}]";

    private final World world = new World();
    private final Dependents<ReplicaSet, Pod> dependents =
            new Dependents<>(world.caches().of(ReplicaSet.KIND), world.caches().of(Pod.KIND), ReplicaSet::selector);

    private ReplicaSet set(String metadata) {
        return world.create(ReplicaSet.KIND, """
                {metadata: {name: web, %s}, spec: {selector: {matchLabels: {app: web}}}}""".formatted(metadata));
    }

    private Pod pod(String name, String metadata) {
        return world.create(Pod.KIND, "{metadata: {name: %s, %s}}".formatted(name, metadata));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "         | OURS, labels: {app: web}            | kept",
                "         | OURS, labels: {app: web}, DELETED   | kept",
                "         | OURS, labels: {app: other}          | released",
                "         | labels: {app: web}                  | adopted",
                "         | labels: {app: web}, DELETED         | left",
                "         | labels: {app: other}                | left",
                "         | labels: {app: web}, ownerReferences: [{kind: Job, uid: x, controller: true}]  | left",
                "         | labels: {app: web}, ownerReferences: [{kind: Job, uid: x}]                    | adopted",
                "DELETED  | OURS, labels: {app: web}            | kept",
                "DELETED  | OURS, labels: {app: other}          | left",
                "DELETED  | labels: {app: web}                  | left",
            })
    void ownership(String owner, String metadata, String expected) {
        ReplicaSet set = set(owner == null ? "" : DELETED);
        Pod pod = pod("p", metadata.replace("OURS", OURS).replace("DELETED", DELETED));
        Ownership<Pod> ownership = Ownership.of(
                ReplicaSet.KIND,
                set,
                Pod.KIND,
                List.of(pod),
                candidate -> set.selector().matches(candidate.labels()));
        assertThat(outcome(ownership)).isEqualTo(expected);
    }

    private static String outcome(Ownership<Pod> ownership) {
        if (ownership.changes().isEmpty()) {
            return ownership.own().isEmpty() ? "left" : "kept";
        }
        Action.Patch patch = (Action.Patch) ownership.changes().getFirst();
        PatchBody.Strategic body = (PatchBody.Strategic) patch.body();
        assertThat(body.patch().at("/metadata/uid").asString()).isNotEmpty();
        boolean removes = body.patch().at("/metadata/ownerReferences/0").has("$patch");
        assertThat(ownership.adopts()).isEqualTo(!removes);
        return removes ? "released" : "adopted";
    }

    @Test
    void findsWhatAnOwnerHasAndMayTake() {
        ReplicaSet set = set("");
        pod("has", OURS + ", labels: {app: other}");
        pod("may", "labels: {app: web, x: y}");
        pod("strange", "labels: {app: other}");
        pod("foreign", "labels: {app: web}, ownerReferences: [{kind: Job, uid: x, controller: true}]");
        assertThat(dependents.of(set)).extracting(ApiObject::name).containsExactly("has");
        assertThat(dependents.candidates(set)).extracting(ApiObject::name).containsExactly("has", "may");
    }

    @Test
    void namesOwnersOfWhatChanges() {
        List<String> named = new ArrayList<>();
        dependents.connect(key -> named.add(key.name()));
        set("");
        pod("strange", "labels: {app: other}");
        assertThat(named).isEmpty();
        pod("has", OURS + ", labels: {app: other}");
        assertThat(named).containsExactly("web");
        world.edit(Pod.KIND, "has", tree -> tree.withObjectProperty("metadata").remove("ownerReferences"));
        assertThat(named).as("the one that had it").hasSize(2);
        world.edit(
                Pod.KIND,
                "has",
                tree -> tree.withObjectProperty("metadata").putObject("labels").put("app", "web"));
        assertThat(named).as("the one that may take it").hasSize(3);
        world.editStatus(Pod.KIND, "has", status -> status.put("phase", "Running"));
        assertThat(named).as("nothing new").hasSize(3);
        world.remove(Pod.KIND, "has");
        assertThat(named).hasSize(3);
    }
}
