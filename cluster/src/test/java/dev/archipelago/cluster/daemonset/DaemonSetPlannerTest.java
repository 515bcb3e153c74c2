package dev.archipelago.cluster.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.testing.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DaemonSetPlannerTest {
    private final World world = new World();
    private final DaemonSetReconciler sets = new DaemonSetReconciler(world.caches());

    private void create(int nodes, String strategy) {
        world.with(sets, new WillingPods(world.caches()));
        for (int i = 0; i < nodes; i++) {
            node("n" + i);
        }
        world.create(DaemonSet.KIND, """
                metadata: {name: agent}
                spec:
                  selector: {matchLabels: {app: agent}}
                  updateStrategy: %s
                  template:
                    metadata: {labels: {app: agent}}
                    spec: {containers: [{name: c, image: 'nginx:1'}], nodeSelector: {agents: 'yes'}}
                """.formatted(strategy));
        world.settle();
    }

    private void node(String name) {
        world.create(Node.KIND, "metadata: {name: %s, labels: {agents: 'yes'}}".formatted(name));
    }

    private void image(String image) {
        world.edit(
                DaemonSet.KIND,
                "agent",
                tree -> ((ObjectNode) tree.at("/spec/template/spec/containers/0")).put("image", image));
    }

    private Plan plan() {
        return sets.plan(new Key("default", "agent"), world.now());
    }

    private List<String> nodes() {
        return world.all(Pod.KIND).stream().map(Template::nodeOf).sorted().toList();
    }

    private int counted(String field) {
        return world.get(DaemonSet.KIND, "agent").status().path(field).asInt(0);
    }

    private static String image(Pod pod) {
        return pod.tree().at("/spec/containers/0/image").asString();
    }

    private void settled() {
        world.settle();
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void putsAPodOnEachNode() {
        create(3, "{type: RollingUpdate}");
        settled();
        assertThat(nodes()).containsExactly("n0", "n1", "n2");
        ControllerRevision revision = world.all(ControllerRevision.KIND).getFirst();
        String hash = revision.labels().getOrDefault("controller-revision-hash", "");
        assertThat(revision.name()).isEqualTo("agent-" + hash);
        assertThat(world.all(Pod.KIND))
                .allMatch(pod -> pod.name().matches("agent-[a-z0-9]{5}"))
                .allMatch(pod -> hash.equals(pod.labels().get("controller-revision-hash")));
        for (String count : List.of(
                "desiredNumberScheduled",
                "currentNumberScheduled",
                "numberReady",
                "numberAvailable",
                "updatedNumberScheduled")) {
            assertThat(counted(count)).as(count).isEqualTo(3);
        }
        assertThat(counted("numberMisscheduled")).isZero();
        assertThat(world.events())
                .hasSize(3)
                .allMatch(text -> text.startsWith("SuccessfulCreate: Created pod: agent-"));
    }

    @Test
    void followsNodesThatComeGoAndChange() {
        create(2, "{type: RollingUpdate}");
        node("n2");
        settled();
        assertThat(nodes()).containsExactly("n0", "n1", "n2");
        world.edit(Node.KIND, "n1", tree -> tree.withObjectProperty("metadata").remove("labels"));
        settled();
        assertThat(nodes()).containsExactly("n0", "n2");
        assertThat(counted("desiredNumberScheduled")).isEqualTo(2);
        world.edit(
                Node.KIND,
                "n0",
                tree -> tree.withObjectProperty("spec")
                        .putArray("taints")
                        .addObject()
                        .put("key", "a")
                        .put("effect", "NoSchedule"));
        settled();
        assertThat(nodes()).containsExactly("n0", "n2");
        assertThat(counted("numberMisscheduled")).isEqualTo(1);
        // These pods are not bound yet, so only the controller can delete them.
        world.remove(Node.KIND, "n2");
        settled();
        assertThat(nodes()).containsExactly("n0");
    }

    @Test
    void keepsOneOfSeveralAndReplacesThoseThatEnd() {
        create(1, "{type: RollingUpdate}");
        Pod first = world.all(Pod.KIND).getFirst();
        world.events();
        ObjectNode copy = first.tree();
        ((ObjectNode) copy.get("metadata")).put("name", "second").remove("uid");
        world.pass(Duration.ofSeconds(1));
        ((ObjectNode) copy.get("metadata")).remove("creationTimestamp");
        world.create(Pod.KIND, copy.toString());
        settled();
        assertThat(world.names(Pod.KIND)).containsExactly(first.name());
        world.editStatus(Pod.KIND, first.name(), status -> status.put("phase", "Failed"));
        settled();
        assertThat(world.names(Pod.KIND)).as("not at once").containsExactly(first.name());
        world.pass(Duration.ofSeconds(5));
        settled();
        assertThat(world.names(Pod.KIND)).hasSize(1).doesNotContain(first.name());
        assertThat(world.events())
                .contains("FailedDaemonPod: Found failed daemon pod default/" + first.name()
                        + " on node n0, will try to kill it");
    }

    @Test
    void updatesOneNodeAfterTheOther() {
        create(3, "{type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}");
        image("nginx:broken");
        settled();
        assertThat(world.all(Pod.KIND).stream().filter(pod -> image(pod).equals("nginx:broken")))
                .hasSize(1);
        assertThat(counted("updatedNumberScheduled")).isEqualTo(1);
        image("nginx:3");
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(3).allMatch(pod -> image(pod).equals("nginx:3"));
        assertThat(world.all(ControllerRevision.KIND))
                .extracting(ControllerRevision::number)
                .contains(1L, 2L, 3L);
    }

    @Test
    void updatesNobodyUntilToldTo() {
        create(2, "{type: OnDelete}");
        image("nginx:2");
        settled();
        assertThat(world.all(Pod.KIND)).allMatch(pod -> image(pod).equals("nginx:1"));
        assertThat(counted("updatedNumberScheduled")).isZero();
        world.remove(Pod.KIND, world.names(Pod.KIND).getFirst());
        settled();
        assertThat(world.all(Pod.KIND)).extracting(DaemonSetPlannerTest::image).containsOnlyOnce("nginx:1", "nginx:2");
    }

    @Test
    void keepsAsManyRevisionsAsItIsTold() {
        create(1, "{type: RollingUpdate}");
        world.edit(
                DaemonSet.KIND, "agent", tree -> tree.withObjectProperty("spec").put("revisionHistoryLimit", 1));
        for (int i = 2; i < 6; i++) {
            image("nginx:" + i);
            settled();
        }
        assertThat(world.all(ControllerRevision.KIND)).hasSize(2);
        image("nginx:4");
        settled();
        assertThat(world.all(ControllerRevision.KIND))
                .extracting(ControllerRevision::number)
                .contains(6L);
    }

    @Test
    void leavesPodsAloneWhenItIsBeingDeleted() {
        create(1, "{type: RollingUpdate}");
        world.edit(
                DaemonSet.KIND,
                "agent",
                tree -> tree.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z"));
        world.remove(Pod.KIND, world.names(Pod.KIND).getFirst());
        settled();
        assertThat(world.all(Pod.KIND)).isEmpty();
    }

    @Test
    void asksTheSchedulerForTheNode() {
        create(0, "{type: RollingUpdate}");
        node("n9");
        Action.Create create = (Action.Create) plan().actions().getFirst();
        assertThat(create.object().at("/spec/affinity/nodeAffinity")).isEqualTo(World.yaml("""
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n9]}]}]
                """));
        assertThat(create.object().at("/spec/tolerations")).hasSize(6);
    }

    @Seeds(30)
    void keepsWithinItsLimits(Random random) {
        int count = 1 + random.nextInt(8);
        boolean surging = random.nextBoolean();
        int limit = 1 + random.nextInt(3);
        create(
                count,
                "{type: RollingUpdate, rollingUpdate: {maxUnavailable: %d, maxSurge: %d}}"
                        .formatted(surging ? 0 : limit, surging ? limit : 0));
        world.watch(() -> {
            long served = IntStream.range(0, count)
                    .filter(i -> world.all(Pod.KIND).stream()
                            .anyMatch(pod -> pod.isReady()
                                    && !pod.isDeleting()
                                    && Template.nodeOf(pod).equals("n" + i)))
                    .count();
            assertThat(served).isGreaterThanOrEqualTo(surging ? count : count - limit);
            assertThat(world.all(Pod.KIND).stream()
                            .filter(pod -> !pod.isDeleting())
                            .count())
                    .isLessThanOrEqualTo(surging ? count + limit : count);
        });
        for (int change = 0; change < 5; change++) {
            image("nginx:" + (random.nextInt(4) == 0 ? "broken" : "" + random.nextInt(4)));
            for (int steps = random.nextInt(40); steps > 0; steps--) {
                world.step(random);
                world.pass(Duration.ofSeconds(1));
            }
        }
        image("nginx:last");
        for (int steps = 0; world.step(random); steps++) {
            assertThat(steps).isLessThan(5_000);
        }
        assertThat(world.all(Pod.KIND))
                .hasSize(count)
                .allMatch(pod -> image(pod).equals("nginx:last"));
        assertThat(plan().steps()).isEmpty();
    }
}
