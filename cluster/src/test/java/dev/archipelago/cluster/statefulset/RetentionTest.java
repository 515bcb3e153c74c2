package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.DATA;
import static dev.archipelago.cluster.statefulset.Example.other;
import static dev.archipelago.cluster.statefulset.Example.owners;
import static dev.archipelago.cluster.statefulset.Example.retention;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.testing.World;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Section 2 of the facts on StatefulSets: the retention of claims.
class RetentionTest {
    private static final String CONFLICT = "ConflictingController: Claim data-web-1 is controlled by something else:"
            + " the StatefulSet will not delete it";

    @ParameterizedTest(name = "§2 whenScaled {0}, whenDeleted {1}: {2} in range, {3} condemned")
    @CsvSource({
        "Retain, Retain, none, none",
        "Retain, Delete, StatefulSet web, StatefulSet web",
        "Delete, Retain, none, Pod web-1",
        "Delete, Delete, StatefulSet web, Pod web-1",
    })
    void policyDecidesOwner(String whenScaled, String whenDeleted, String inRange, String condemned) {
        for (String before : new String[] {"none", "set", "loose set", "pod", "loose pod", "both"}) {
            Example kept = example(whenScaled, whenDeleted, before);
            kept.work();
            assertOwner(kept, inRange, before);
            kept.assertQuiet();

            Example scaled = example(whenScaled, whenDeleted, before);
            scaled.scale(1);
            // Actions run in this order: the owner is set before the pod is deleted.
            assertThat(scaled.next()).last().isEqualTo("delete Pod web-1");
            scaled.work();
            assertOwner(scaled, condemned, before);
            scaled.assertQuiet();
        }
    }

    private static void assertOwner(Example example, String wanted, String before) {
        Claim claim = example.world.get(Claim.KIND, "data-web-1");
        if (wanted.equals("none")) {
            assertThat(owners(claim)).as(before).isEmpty();
            assertThat(claim.tree().path("metadata").has("ownerReferences"))
                    .as(before)
                    .isFalse();
        } else {
            assertThat(owners(claim)).as(before).containsExactly(wanted);
        }
    }

    /// Two pods of a set with a new policy; the claim of the second has owners from before.
    private static Example example(String whenScaled, String whenDeleted, String before) {
        Example example = Example.settled(2, DATA);
        example.edit(spec -> spec.setAll(World.yaml(retention(whenScaled, whenDeleted))));
        // Corrects the other claim first.
        example.work();
        Owner set = Owner.controlling(StatefulSet.KIND, example.set());
        Owner pod = Owner.controlling(Pod.KIND, example.pod("web-1"));
        switch (before) {
            case "set" -> example.owners(Claim.KIND, "data-web-1", set);
            case "loose set" -> example.owners(Claim.KIND, "data-web-1", loose(set));
            case "pod" -> example.owners(Claim.KIND, "data-web-1", pod);
            case "loose pod" -> example.owners(Claim.KIND, "data-web-1", loose(pod));
            case "both" -> example.owners(Claim.KIND, "data-web-1", set, loose(pod));
            default ->
                example.world.edit(
                        Claim.KIND,
                        "data-web-1",
                        tree -> ((tools.jackson.databind.node.ObjectNode) tree.path("metadata"))
                                .remove("ownerReferences"));
        }
        return example;
    }

    private static Owner loose(Owner owner) {
        return new Owner(owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), false, false);
    }

    @ParameterizedTest(name = "§2 an owner named {0} that is gone is left alone")
    @ValueSource(strings = {"StatefulSet web", "Pod web-1"})
    void staleOwnersAreLeftAlone(String name) {
        for (String policy : new String[] {retention("Retain", "Retain"), retention("Delete", "Delete")}) {
            Example example = Example.settled(2, DATA, policy);
            String[] parts = name.split(" ", -1);
            example.owners(Claim.KIND, "data-web-1", other(parts[0], parts[1], true));
            example.assertQuiet();
            example.scale(1);
            assertThat(example.work()).containsExactly("delete Pod web-1");
            assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).containsExactly(name);
        }
    }

    @Test
    @DisplayName("§2 other owners that control nothing stay beside ours")
    void otherOwnersStay() {
        Example example = Example.settled(2, DATA, retention("Retain", "Delete"));
        example.owners(Claim.KIND, "data-web-1", other("Backup", "nightly", false));
        example.work();
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1")))
                .containsExactly("Backup nightly?", "StatefulSet web");
        example.assertQuiet();
    }

    @ParameterizedTest(name = "§2 whenScaled {0}, whenDeleted {1}: a claim that another controls is let go")
    @CsvSource({"Retain, Delete", "Delete, Retain", "Delete, Delete"})
    void anotherControllerWins(String whenScaled, String whenDeleted) {
        Example example = Example.settled(2, DATA, retention(whenScaled, whenDeleted));
        Owner loose = loose(Owner.controlling(StatefulSet.KIND, example.set()));
        example.owners(Claim.KIND, "data-web-1", other("Backup", "nightly", true), loose);
        assertThat(example.work()).containsExactly("update PersistentVolumeClaim data-web-1");
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).containsExactly("Backup nightly");
        assertThat(example.world.events()).containsExactly(CONFLICT);
        example.assertQuiet();
    }

    @Test
    @DisplayName("§16 a claim that another controls survives scaling down, and people are told once")
    void anothersClaimSurvives() {
        Example example = Example.settled(2, DATA, retention("Delete", "Retain"));
        example.owners(Claim.KIND, "data-web-1", other("Backup", "nightly", true));
        example.assertQuiet();
        example.scale(1);
        assertThat(example.roll()).containsExactly("delete web-1");
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).containsExactly("Backup nightly");
        assertThat(example.world.events())
                .containsExactlyInAnyOrder(
                        CONFLICT, "SuccessfulDelete: Delete Pod web-1 in StatefulSet web successful");
        example.assertQuiet();
    }

    @Test
    @DisplayName("§2 who else controls a claim does not matter where claims are retained")
    void anotherControllerDoesNotMatterWhereClaimsAreRetained() {
        Example example = Example.settled(2, DATA);
        example.owners(Claim.KIND, "data-web-1", other("Backup", "nightly", true));
        example.scale(1);
        example.roll();
        assertThat(example.world.events())
                .containsExactly("SuccessfulDelete: Delete Pod web-1 in StatefulSet web successful");
    }

    @Test
    @DisplayName("§2 a claim that is made has its owner from the beginning")
    void newClaimHasItsOwner() {
        Example example = Example.of(1, DATA, retention("Delete", "Delete"));
        assertThat(example.work().stream().filter(text -> text.contains("PersistentVolumeClaim")))
                .containsExactly("create PersistentVolumeClaim data-web-0");
        assertThat(owners(example.world.get(Claim.KIND, "data-web-0"))).containsExactly("StatefulSet web");
    }

    @Test
    @DisplayName("§2 a claim that was there gets its owner right after the pod")
    void oldClaimGetsItsOwnerAfterThePod() {
        Example example = Example.settled(1, DATA);
        example.world.remove(Pod.KIND, "web-0");
        example.edit(spec -> spec.setAll(World.yaml(retention("Retain", "Delete"))));
        assertThat(example.next()).containsExactly("create Pod web-0", "update PersistentVolumeClaim data-web-0");
    }

    /// Found by the simulation: the claims of scaled down pods were deleted with a set whose policy is Retain.
    @ParameterizedTest(name = "a claim without a pod does not go with a set that says Retain, whenScaled {0}")
    @ValueSource(strings = {"Retain", "Delete"})
    void claimsWithoutAPodFollowThePolicyToo(String whenScaled) {
        Example example = Example.settled(2, DATA, retention("Retain", "Delete"));
        example.scale(1);
        example.roll();
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).containsExactly("StatefulSet web");
        example.edit(spec -> spec.setAll(World.yaml(retention(whenScaled, "Retain"))));
        assertThat(example.work())
                .containsExactly("update PersistentVolumeClaim data-web-0", "update PersistentVolumeClaim data-web-1");
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).isEmpty();
        example.assertQuiet();
    }

    /// A related case: nothing is done for ordinals after an unavailable pod.
    @Test
    @DisplayName("claims of members that wait for another follow the policy too")
    void claimsOfWaitingMembersFollowThePolicyToo() {
        Example example = Example.settled(2, DATA, retention("Retain", "Delete"));
        example.unready("web-0");
        example.edit(spec -> spec.setAll(World.yaml(retention("Retain", "Retain"))));
        example.work();
        assertThat(owners(example.world.get(Claim.KIND, "data-web-0"))).isEmpty();
        assertThat(owners(example.world.get(Claim.KIND, "data-web-1"))).isEmpty();
        example.assertQuiet();
    }
}
