package dev.archipelago.cluster.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespacePlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Key A = Key.global("a");

    private final TestingWorld world = new TestingWorld();

    @BeforeEach
    void fill() {
        world.fill(Pod.KIND);
        world.fill(Claim.KIND);
        world.fill(Namespace.KIND);
    }

    private void namespace(String finalizers) {
        world.put(
                Namespace.KIND,
                "{metadata: {name: a, deletionTimestamp: '2026-01-01T00:00:00Z'}, spec: {finalizers: [%s]}}"
                        .formatted(finalizers));
    }

    private Plan plan() {
        return world.get(Namespace.KIND, A)
                .map(namespace -> NamespacePlanner.plan(
                        namespace,
                        Contents.of(
                                "a",
                                List.of(
                                        world.caches().of(Pod.KIND),
                                        world.caches().of(Claim.KIND))),
                        NOW))
                .orElse(Plan.NOTHING);
    }

    private String condition(String type) {
        return Conditions.find(world.get(Namespace.KIND, A).orElseThrow().status(), type)
                .path("message")
                .asString("");
    }

    @Test
    void aNamespaceThatStaysIsLeftAlone() {
        world.put(Namespace.KIND, "{metadata: {name: a}, spec: {finalizers: [kubernetes]}}");
        world.put(Pod.KIND, "metadata: {name: p, namespace: a}");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void podsGoFirstThenTheRestThenTheNamespace() {
        namespace("kubernetes");
        world.put(Pod.KIND, "metadata: {name: p, namespace: a, finalizers: [slow]}");
        world.put(Pod.KIND, "metadata: {name: p, namespace: other}");
        world.put(Claim.KIND, "metadata: {name: c, namespace: a}");
        Plan first = plan();
        assertThat(first.actions().getFirst())
                .isInstanceOfSatisfying(
                        Action.Delete.class,
                        delete -> assertThat(delete.options().uid()).isEqualTo("p"));
        assertThat(first.actions()).filteredOn(Action.Delete.class::isInstance).hasSize(1);
        world.carryOut(first);
        assertThat(plan().steps()).isEmpty();
        assertThat(condition("NamespaceContentRemaining"))
                .isEqualTo("Some resources are remaining: persistentvolumeclaims. has 1 resource instances, "
                        + "pods. has 1 resource instances");
        assertThat(condition("NamespaceFinalizersRemaining"))
                .isEqualTo("Some content in the namespace has finalizers remaining: slow in 1 resource instances");
        world.remove(Pod.KIND, new Key("a", "p"));
        assertThat(plan().actions().getFirst()).isInstanceOf(Action.Delete.class);
        world.carryOut(plan());
        assertThat(world.get(Claim.KIND, new Key("a", "c"))).isEmpty();
        List<Action> last = plan().actions();
        assertThat(last).filteredOn(Action.ConfirmNone.class::isInstance).hasSize(3);
        assertThat(last.getLast()).isInstanceOf(Action.Update.class);
        world.perform(last.getLast());
        assertThat(world.get(Namespace.KIND, A)).isEmpty();
        assertThat(world.caches().of(Pod.KIND).all()).hasSize(1);
    }

    @Test
    void saysThatItIsEmptyWhenSomebodyElseHoldsIt() {
        namespace("mine");
        world.carryOut(plan());
        assertThat(condition("NamespaceContentRemaining")).isEqualTo("All content successfully removed");
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void leavesTheFinalizersOfOthers() {
        namespace("kubernetes, mine");
        world.perform(plan().actions().getLast());
        assertThat(world.get(Namespace.KIND, A).orElseThrow().contentFinalizers())
                .containsExactly("mine");
    }

    @Test
    void saysWhatCouldNotBeDeleted() {
        namespace("kubernetes");
        world.put(Claim.KIND, "metadata: {name: c, namespace: a}");
        Plan plan = plan();
        Failure failure = new Failure(
                plan.actions().getFirst(), ApiException.forbidden("", "persistentvolumeclaims", "c", "no way"));
        Step.Do events = (Step.Do) plan.afterFailure().apply(failure).getFirst();
        world.perform(events.action());
        assertThat(condition("NamespaceDeletionContentFailure"))
                .startsWith("Failed to delete all resource types, 1 remaining: ")
                .endsWith("no way");
    }
}
