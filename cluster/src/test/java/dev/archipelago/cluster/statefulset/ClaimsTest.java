package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.DATA;
import static dev.archipelago.cluster.statefulset.Example.other;
import static dev.archipelago.cluster.statefulset.Example.owners;
import static dev.archipelago.cluster.statefulset.Example.retention;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Section 2 of the facts on StatefulSets: claims. Their owners are tested in [RetentionTest].
class ClaimsTest {
    private static final String TWO = "volumeClaimTemplates: [{metadata: {name: data}}, {metadata: {name: logs}}]";

    @Test
    @DisplayName("§2 a claim is its template, with the labels of the selector over its own")
    void claimIsMadeFromItsTemplate() {
        Example example = Example.of(1, DATA);
        example.work();
        Claim claim = example.world.get(Claim.KIND, "data-web-0");
        assertThat(claim.namespace()).isEqualTo("default");
        assertThat(claim.labels()).isEqualTo(java.util.Map.of("app", "web", "tier", "db"));
        assertThat(claim.meta().annotations()).isEqualTo(java.util.Map.of("note", "x"));
        assertThat(claim.tree().path("spec")).isEqualTo(World.yaml("{resources: {requests: {storage: 1Gi}}}"));
        assertThat(claim.meta().owners()).isEmpty();
    }

    @Test
    @DisplayName("§2 expressions of the selector give a claim no label")
    void expressionsContributeNothing() {
        Example example = new Example();
        example.world.create(StatefulSet.KIND, """
                metadata: {name: web}
                spec:
                  replicas: 1
                  selector: {matchExpressions: [{key: app, operator: In, values: [web]}]}
                  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}
                  %s
                """.formatted(DATA));
        example.work();
        assertThat(example.world.get(Claim.KIND, "data-web-0").labels())
                .isEqualTo(java.util.Map.of("app", "other", "tier", "db"));
    }

    @Test
    @DisplayName("§2 volumes are the claims, then those of the template that no claim replaces")
    void claimsReplaceVolumes() {
        Example example = Example.of(1, TWO);
        example.edit(spec -> ((ObjectNode) spec.path("template").path("spec"))
                .set(
                        "volumes",
                        World.yaml("v: [{name: tmp, emptyDir: {}}, {name: data, emptyDir: {}}]")
                                .path("v")));
        example.work();
        assertThat(example.pod("web-0").tree().path("spec").path("volumes"))
                .isEqualTo(World.yaml("""
                        v:
                        - {name: data, persistentVolumeClaim: {claimName: data-web-0}}
                        - {name: logs, persistentVolumeClaim: {claimName: logs-web-0}}
                        - {name: tmp, emptyDir: {}}
                        """).path("v"));
    }

    @Test
    @DisplayName("§2 all claims come before the pod")
    void claimsComeFirst() {
        Example example = Example.of(1, TWO);
        example.world.carryOut(example.plan());
        assertThat(example.next())
                .containsExactly(
                        "create PersistentVolumeClaim data-web-0",
                        "create PersistentVolumeClaim logs-web-0",
                        "create Pod web-0");
    }

    @Test
    @DisplayName("§2 a claim that is there is taken as it is, whatever it asks for")
    void presentClaimIsUsed() {
        Example example = new Example();
        example.world.create(
                Claim.KIND, "{metadata: {name: data-web-0}, spec: {resources: {requests: {storage: 9Gi}}}}");
        long before = example.world.get(Claim.KIND, "data-web-0").resourceVersion();
        example.create(1, DATA);
        assertThat(example.roll()).containsExactly("create web-0");
        example.assertQuiet();
        assertThat(example.world.get(Claim.KIND, "data-web-0").resourceVersion())
                .isEqualTo(before);
    }

    @Test
    @DisplayName("§2 §16 a claim that is being deleted holds the pod up until it is gone")
    void goingClaimHoldsThePodUp() {
        Example example = new Example();
        example.world.create(Claim.KIND, "metadata: {name: data-web-0}");
        example.deleting(Claim.KIND, "data-web-0");
        example.create(1, DATA);
        assertThat(example.work()).noneMatch(text -> text.contains("Pod"));
        assertThat(example.world.events())
                .isNotEmpty()
                .containsOnly("FailedCreate: Create Pod web-0 in StatefulSet web failed error:"
                        + " pvc data-web-0 is being deleted");
        assertThat(Conditions.isTrue(example.status(), "ReplicaFailure")).isTrue();
        example.world.remove(Claim.KIND, "data-web-0");
        assertThat(example.roll()).containsExactly("create web-0");
        assertThat(example.status().has("conditions")).isFalse();
        example.assertQuiet();
    }

    @Test
    @DisplayName("§2 without its claim a pod is not made, and it is tried again")
    void claimFailureHoldsThePodUp() {
        Example example = Example.of(1, DATA);
        example.world.faults(action ->
                action instanceof Action.Create create && create.kind().equals(Claim.KIND)
                        ? Optional.of(ApiException.forbidden("", "persistentvolumeclaims", "data-web-0", "quota"))
                        : Optional.empty());
        example.work();
        assertThat(example.world.names(Pod.KIND)).isEmpty();
        assertThat(example.world.events()).anyMatch(text -> text.startsWith("FailedCreate: Create Claim data-web-0"));
        example.world.faults(action -> Optional.empty());
        assertThat(example.roll()).containsExactly("create web-0");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§2 §4 c a pending pod gets a claim that is missing, a running one does not")
    void missingClaimOfAPendingPodIsMade() {
        Example example = Example.of(1, DATA);
        example.work();
        example.world.remove(Claim.KIND, "data-web-0");
        assertThat(example.work()).containsExactly("create PersistentVolumeClaim data-web-0");
        example.roll();
        example.world.remove(Claim.KIND, "data-web-0");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§2 §4 e a pod without its claims is repaired, and the claims with it")
    void unmountedClaimIsRepaired() {
        Example example = Example.settled(1, DATA);
        example.world.edit(Pod.KIND, "web-0", tree -> ((ObjectNode) tree.path("spec")).remove("volumes"));
        example.world.remove(Claim.KIND, "data-web-0");
        assertThat(example.work()).containsExactly("create PersistentVolumeClaim data-web-0", "update Pod web-0");
        assertThat(example.pod("web-0").claims()).containsExactly(new Pod.ClaimVolume("data", "data-web-0"));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 3 to 1 to 3 members find their claims again")
    void retainedClaimsAreUsedAgain() {
        Example example = Example.settled(3, DATA);
        List<String> before = uids(example);
        example.scale(1);
        assertThat(example.roll()).containsExactly("delete web-2", "delete web-1");
        example.scale(3);
        assertThat(example.roll()).containsExactly("create web-1", "create web-2");
        assertThat(uids(example)).hasSize(3).isEqualTo(before);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 3 to 1 to 3 members get new claims when those go with the scaled down")
    void deletedClaimsAreMadeAnew() {
        Example example = Example.settled(3, DATA, retention("Delete", "Retain"));
        List<String> before = uids(example);
        example.scale(1);
        example.roll();
        assertThat(example.world.names(Claim.KIND)).containsExactly("data-web-0");
        example.scale(3);
        assertThat(example.roll()).containsExactly("create web-1", "create web-2");
        assertThat(uids(example)).hasSize(3).contains(before.getFirst()).doesNotContain(before.get(1), before.get(2));
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 a pod that was deleted by hand comes back under its name, as another, with its claim")
    void memberComesBackToItsClaim() {
        Example example = Example.settled(2, DATA);
        List<String> claims = uids(example);
        String before = example.pod("web-1").uid();
        example.world.remove(Pod.KIND, "web-1");
        assertThat(example.roll()).containsExactly("create web-1");
        assertThat(example.pod("web-1").uid()).isNotEqualTo(before);
        assertThat(uids(example)).isEqualTo(claims);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§2 a claim that waits to go with a former pod holds the member up without a word")
    void staleClaimHoldsTheMemberUp() {
        Example example = Example.settled(2, DATA, retention("Delete", "Retain"));
        example.owners(Claim.KIND, "data-web-1", other("Pod", "web-1", true));
        example.world.remove(Pod.KIND, "web-1");
        assertThat(example.work()).isEmpty();
        assertThat(example.world.events()).isEmpty();
        example.assertQuiet();
        example.world.remove(Claim.KIND, "data-web-1");
        assertThat(example.next()).containsExactly("create PersistentVolumeClaim data-web-1", "create Pod web-1");
    }

    @Test
    @DisplayName("§2 a claim of a former pod holds nobody up where claims are retained")
    void staleClaimIsUsedWhereClaimsAreRetained() {
        Example example = Example.settled(2, DATA);
        example.owners(Claim.KIND, "data-web-1", other("Pod", "web-1", true));
        example.world.remove(Pod.KIND, "web-1");
        assertThat(example.work()).containsExactly("create Pod web-1");
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).containsExactly("Pod web-1");
    }

    private static List<String> uids(Example example) {
        return example.world.all(Claim.KIND).stream()
                .sorted(java.util.Comparator.comparing(Claim::name))
                .map(Claim::uid)
                .toList();
    }
}
