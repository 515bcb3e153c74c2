package dev.archipelago.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingStateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Map<Key, Pod> pods = new HashMap<>();
    private final Map<Key, ApiObject> storage = new HashMap<>();
    private final List<Key> asked = new ArrayList<>();
    private final SchedulingState state = new SchedulingState(
            key -> Optional.ofNullable(pods.get(key)),
            new VolumeNeeds.Storage(
                    key -> Optional.ofNullable((Claim) storage.get(key)),
                    key -> Optional.ofNullable((Volume) storage.get(key)),
                    key -> Optional.ofNullable((StorageClass) storage.get(key))));

    @BeforeEach
    void twoNodesWithRoomForOnePodEach() {
        node("n1", 1);
        node("n2", 1);
    }

    @Test
    void givesTheSameRoomToOnePodOnly() {
        add(pod("a", "", ""));
        add(pod("b", "", ""));
        add(pod("c", "", ""));
        assertThat(List.of(bound(plan("a")), bound(plan("b")))).containsExactlyInAnyOrder("n1", "n2");
        assertThat(plan("c").actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(update.object()
                                        .at("/status/conditions/0/message")
                                        .asString())
                                .isEqualTo("0/2 nodes are available: 2 Too many pods."));
        assertThat(plan("a").steps()).isEmpty();
    }

    @Test
    void takesTheRoomBackWhenTheBindingFails() {
        add(pod("a", "", ""));
        add(pod("b", "", ""));
        add(pod("c", "", ""));
        bound(plan("a"));
        Plan failing = plan("b");
        Failure failure = new Failure(failing.actions().getFirst(), new ApiException(Reason.CONFLICT, ""));
        assertThat(failing.afterFailure().apply(failure)).isEmpty();
        assertThat(bound(plan("c"))).isEqualTo(bound(failing));
    }

    @Test
    void decidesForTheMoreImportantPodFirst() {
        node("n2", 0);
        add(pod("a", "", ""));
        add(pod("vip", "priority: 5", ""));
        Plan first = plan("a");
        assertThat(((Action.Bind) first.actions().getFirst()).pod().name()).isEqualTo("vip");
        assertThat(first.lookAgain()).contains(NOW);
        assertThat(plan("vip").steps()).isEmpty();
        assertThat(plan("a").actions()).singleElement().isInstanceOf(Action.Update.class);
    }

    @Test
    void triesAgainWhenThereIsHopeAndNotTooSoon() {
        node("n2", 0);
        add(pod("a", "", ""));
        add(pod("b", "", ""));
        bound(plan("a"));
        Pod placed = pod("a", "nodeName: n1", "");
        assertThat(change(placed)).isEmpty();
        Pod waiting = YamlObjects.after(plan("b"), Pod.KIND, pod("b", "", ""));
        assertThat(change(waiting)).isEmpty();
        assertThat(remove(placed)).containsExactly(waiting.key());
        assertThat(plan("b").lookAgain()).contains(NOW.plusSeconds(1));
        assertThat(plan("b").steps()).isEmpty();
        assertThat(bound(state.plan(waiting.key(), NOW.plusSeconds(1), asked::add)))
                .isEqualTo("n1");
    }

    @Test
    void doesNotRepeatWhatItHasSaid() {
        node("n1", 0);
        node("n2", 0);
        add(pod("a", "", ""));
        Plan plan = plan("a");
        assertThat(plan.steps()).hasSize(2);
        change(YamlObjects.after(plan, Pod.KIND, pod("a", "", "")));
        assertThat(state.plan(new Key("d", "a"), NOW.plusSeconds(600), asked::add)
                        .steps())
                .isEmpty();
    }

    @Test
    void leavesPodsOfOthersAlone() {
        assertThat(add(pod("a", "schedulerName: mine", ""))).isEmpty();
        assertThat(add(pod("b", "schedulingGates: [{name: x}]", ""))).isEmpty();
        assertThat(plan("a").steps()).isEmpty();
        assertThat(change(pod("b", "", ""))).containsExactly(new Key("d", "b"));
    }

    @Test
    void choosesWhereAVolumeIsMadeAndBindsOnceItIs() {
        put(StorageClass.KIND, "{metadata: {name: slow}, volumeBindingMode: WaitForFirstConsumer}");
        put(Claim.KIND, "{metadata: {name: v, namespace: d, uid: c}, spec: {storageClassName: slow}}");
        String volumes = "volumes: [{name: x, persistentVolumeClaim: {claimName: v}}]";
        add(pod("a", volumes, ""));
        Plan plan = plan("a");
        assertThat(plan.actions()).singleElement().isInstanceOf(Action.Patch.class);
        put(Claim.KIND, claim("n1", "Pending"));
        assertThat(plan("a").steps()).isEmpty();
        put(Volume.KIND, "{metadata: {name: pv}}");
        put(Claim.KIND, claim("n1", "Bound"));
        assertThat(bound(plan("a"))).isEqualTo("n1");
    }

    @Test
    void choosesAnewWhenTheVolumeCannotBeMadeThere() {
        put(StorageClass.KIND, "{metadata: {name: slow}, volumeBindingMode: WaitForFirstConsumer}");
        put(Claim.KIND, claim("n1", "Pending"));
        add(pod("a", "volumes: [{name: x, persistentVolumeClaim: {claimName: v}}]", ""));
        assertThat(plan("a").steps()).isEmpty();
        put(Claim.KIND, "{metadata: {name: v, namespace: d, uid: c}, spec: {storageClassName: slow}}");
        assertThat(plan("a").actions()).singleElement().isInstanceOf(Action.Patch.class);
    }

    @Test
    void followsAVolumeToItsZone() {
        put(Volume.KIND, """
                {metadata: {name: pv}, spec: {nodeAffinity: {required: {nodeSelectorTerms: [
                  {matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [n2]}]}]}}}}
                """);
        put(Claim.KIND, claim("", "Bound"));
        add(pod("a", "volumes: [{name: x, persistentVolumeClaim: {claimName: v}}]", ""));
        assertThat(bound(plan("a"))).isEqualTo("n2");
    }

    @Test
    void saysWhatIsWrongWithAClaim() {
        add(pod("a", "volumes: [{name: x, persistentVolumeClaim: {claimName: v}}]", ""));
        assertThat(message(plan("a"))).isEqualTo("0/2 nodes are available: persistentvolumeclaim \"v\" not found.");
        put(Claim.KIND, "{metadata: {name: v, namespace: d}, spec: {storageClassName: fast}}");
        assertThat(state.storageChanged()).containsExactly(new Key("d", "a"));
        assertThat(message(state.plan(new Key("d", "a"), NOW.plusSeconds(9), asked::add)))
                .isEqualTo("0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims.");
    }

    @Test
    void makesRoomWhereItCostsLeast() {
        add(pod("a", "priority: 2, nodeName: n1", ""));
        add(pod("b", "priority: 1, nodeName: n2", ""));
        add(pod("vip", "priority: 5", ""));

        List<Action> actions = plan("vip").actions();

        assertThat(actions).hasSize(2);
        assertThat(actions.getFirst())
                .isInstanceOfSatisfying(
                        Action.Delete.class,
                        delete -> assertThat(delete.key().name()).isEqualTo("b"));
        assertThat(actions.getLast())
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(update.object()
                                        .at("/status/nominatedNodeName")
                                        .asString())
                                .isEqualTo("n2"));
        assertThat(remove(pod("b", "priority: 1, nodeName: n2", ""))).contains(new Key("d", "vip"));
        add(pod("quick", "priority: 1", ""));
        assertThat(plan("quick").actions()).singleElement().isInstanceOf(Action.Update.class);
        assertThat(bound(state.plan(new Key("d", "vip"), NOW.plusSeconds(60), asked::add)))
                .isEqualTo("n2");
    }

    @Test
    void roomThatIsKeptGoesToOneThatMattersMore() {
        add(pod("a", "priority: 9, nodeName: n1", ""));
        add(pod("b", "priority: 1, nodeName: n2", ""));
        add(pod("vip", "priority: 5", ""));
        assertThat(plan("vip").actions()).hasSize(2);
        remove(pod("b", "priority: 1, nodeName: n2", ""));

        add(pod("king", "priority: 7", ""));

        assertThat(bound(plan("king"))).isEqualTo("n2");
        assertThat(state.plan(new Key("d", "vip"), NOW.plusSeconds(60), asked::add)
                        .actions())
                .noneMatch(Action.Bind.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{spec: {priority: 1}}",
                "{spec: {priority: 5, preemptionPolicy: Never}}",
                "{spec: {priority: 5, nodeSelector: {no: such}}}",
                "{spec: {priority: 5}, status: {nominatedNodeName: n3}}"
            })
    void makesNoRoomInVain(String yaml) {
        add(pod("a", "priority: 1, nodeName: n1", ""));
        add(pod("b", "priority: 1, nodeName: n2", ""));
        node("n3", 1);
        add(YamlObjects.read(
                Pod.KIND,
                "{metadata: {name: going, namespace: d, uid: g, deletionTimestamp: '2026-01-01T00:00:00Z'},"
                        + " spec: {priority: 0, nodeName: n3}}"));
        add(YamlObjects.read(Pod.KIND, "{metadata: {name: x, namespace: d, uid: x}, " + yaml.substring(1)));

        assertThat(plan("x").actions()).singleElement().isInstanceOf(Action.Update.class);
    }

    @Test
    void takesNoMoreThanItNeeds() {
        node("n1", 3);
        node("n2", 0);
        add(pod("a", "priority: 3, nodeName: n1", ""));
        add(pod("b", "priority: 1, nodeName: n1", ""));
        add(pod("c", "priority: 2, nodeName: n1", ""));
        add(pod("vip", "priority: 5", ""));
        assertThat(plan("vip").actions().stream()
                        .filter(Action.Delete.class::isInstance)
                        .map(action -> ((Action.Delete) action).key().name()))
                .containsExactly("b");
    }

    private static String claim(String node, String phase) {
        String annotations = node.isEmpty() ? "" : "volume.kubernetes.io/selected-node: " + node;
        return ("{metadata: {name: v, namespace: d, uid: c, annotations: {%s}}, "
                        + "spec: {storageClassName: slow, volumeName: pv}, status: {phase: %s}}")
                .formatted(annotations, phase);
    }

    private static String message(Plan plan) {
        return ((Action.Update) plan.actions().getFirst())
                .object()
                .at("/status/conditions/0/message")
                .asString();
    }

    private static String bound(Plan plan) {
        assertThat(plan.actions()).singleElement().isInstanceOf(Action.Bind.class);
        return ((Action.Bind) plan.actions().getFirst())
                .binding()
                .at("/target/name")
                .asString();
    }

    private Plan plan(String pod) {
        return state.plan(new Key("d", pod), NOW, asked::add);
    }

    private List<Key> add(Pod pod) {
        pods.put(pod.key(), pod);
        return state.podChanged(null, pod);
    }

    private List<Key> change(Pod pod) {
        return state.podChanged(pods.put(pod.key(), pod), pod);
    }

    private List<Key> remove(Pod pod) {
        pods.remove(pod.key());
        return state.podChanged(pod, null);
    }

    private <T extends ApiObject> void put(Kind<T> kind, String yaml) {
        T object = YamlObjects.read(kind, yaml);
        storage.put(object.key(), object);
    }

    private void node(String name, int podsMax) {
        state.nodeChanged(
                null,
                YamlObjects.read(
                        Node.KIND,
                        "{metadata: {name: %s, labels: {topology.kubernetes.io/zone: %s}}, status: {allocatable: {pods: '%d'}}}"
                                .formatted(name, name, podsMax)));
    }

    private static Pod pod(String name, String spec, String labels) {
        return YamlObjects.read(
                Pod.KIND,
                "{metadata: {name: %s, namespace: d, uid: %s, labels: {%s}}, spec: {%s}}"
                        .formatted(name, name, labels, spec));
    }
}
