package dev.archipelago.cluster.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumePlannersTest {
    private static final Key DATA = new Key("ns", "data");
    private static final String OLD = "claimRef: {namespace: ns, name: data, uid: former}";

    private final TestingWorld world = new TestingWorld();
    private final CachedStorage storage = new CachedStorage(world.caches());

    private Plan claimPlan() {
        return world.get(Claim.KIND, DATA)
                .map(claim -> ClaimPlanner.plan(storage, claim))
                .orElse(Plan.NOTHING);
    }

    private Plan volumePlan(String name) {
        return world.get(Volume.KIND, Key.global(name))
                .map(volume -> VolumePlanner.plan(storage, volume))
                .orElse(Plan.NOTHING);
    }

    /// Plans and acts until nothing changes.
    private void settle() {
        for (int i = 0; i < 20; i++) {
            boolean quiet = claimPlan().actions().isEmpty();
            world.carryOut(claimPlan());
            for (Volume volume : List.copyOf(world.caches().of(Volume.KIND).all())) {
                quiet &= volumePlan(volume.name()).actions().isEmpty();
                world.carryOut(volumePlan(volume.name()));
            }
            if (quiet) {
                return;
            }
        }
        throw new AssertionError("it does not come to rest");
    }

    private void claim(String spec) {
        claim(spec, "uid: new");
    }

    private void claim(String spec, String metadata) {
        world.put(Claim.KIND, """
                metadata: {name: data, namespace: ns, finalizers: [kubernetes.io/pvc-protection], %s}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}, %s}
                status: {phase: Pending}
                """.formatted(metadata, spec));
    }

    private void volume(String name, String spec, String status) {
        world.put(Volume.KIND, """
                metadata: {name: %s, labels: {disk: %s}, finalizers: [kubernetes.io/pv-protection]}
                spec: {capacity: {storage: 10Gi}, accessModes: [ReadWriteOnce, ReadOnlyMany], %s}
                status: {phase: %s}
                """.formatted(name, name, spec, status));
    }

    private void storageClass(String more) {
        world.put(
                StorageClass.KIND,
                "{metadata: {name: fast}, provisioner: archipelago.dev/simulated, %s}".formatted(more));
    }

    private Claim claim() {
        return world.get(Claim.KIND, DATA).orElseThrow();
    }

    private Volume volume(String name) {
        return world.get(Volume.KIND, Key.global(name)).orElseThrow();
    }

    @Test
    void bindsTheVolumeFirst() {
        volume("v", "storageClassName: ''", "Available");
        claim("storageClassName: ''");
        assertThat(claimPlan().actions())
                .extracting(action -> ((Action.Update) action).kind().name())
                .containsExactly("PersistentVolume", "PersistentVolumeClaim");
        settle();
        assertThat(volume("v").claim().orElseThrow().uid()).isEqualTo("new");
        assertThat(volume("v").phase()).isEqualTo("Bound");
        assertThat(volume("v").meta().annotations()).containsEntry("pv.kubernetes.io/bound-by-controller", "yes");
        assertThat(claim().volumeName()).isEqualTo("v");
        assertThat(claim().isBound()).isTrue();
        assertThat(claim().meta().annotations())
                .containsEntry("pv.kubernetes.io/bind-completed", "yes")
                .containsEntry("pv.kubernetes.io/bound-by-controller", "yes");
        assertThat(claim().tree()
                        .path("status")
                        .path("capacity")
                        .path("storage")
                        .asString())
                .isEqualTo("10Gi");
        assertThat(claimPlan().steps()).isEmpty();
        assertThat(volumePlan("v").steps()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "storageClassName: ''                                       | ''                              | true",
                "storageClassName: other                                    | ''                              | false",
                "volumeMode: Block                                          | ''                              | false",
                "accessModes: [ReadWriteMany]                               | ''                              | false",
                "capacity: {storage: 4Gi}                                   | ''                              | false",
                "claimRef: {namespace: ns, name: other}                     | ''                              | false",
                "claimRef: {namespace: ns, name: data}                      | ''                              | true",
                "claimRef: {namespace: ns, name: data, uid: former}         | ''                              | false",
                "claimRef: {namespace: ns, name: data, uid: new}            | ''                              | true",
                "storageClassName: ''                                       | selector: {matchLabels: {disk: v}} | true",
                "storageClassName: ''                                       | selector: {matchLabels: {disk: w}} | false",
            })
    void matches(String volumeSpec, String claimSpec, boolean matching) {
        world.put(Volume.KIND, """
                metadata: {name: v, labels: {disk: v}, finalizers: [kubernetes.io/pv-protection]}
                spec: {%s}
                status: {phase: Available}
                """.formatted(merged(volumeSpec)));
        claim("storageClassName: ''" + (claimSpec.isEmpty() ? "" : ", " + claimSpec));
        settle();
        assertThat(claim().volumeName()).isEqualTo(matching ? "v" : "");
    }

    private static String merged(String spec) {
        String all = spec;
        if (!spec.contains("capacity")) {
            all += ", capacity: {storage: 5Gi}";
        }
        return spec.contains("accessModes") ? all : all + ", accessModes: [ReadWriteOnce]";
    }

    @Test
    void takesTheSmallestThatWillDo() {
        volume("large", "storageClassName: ''", "Available");
        world.put(Volume.KIND, """
                metadata: {name: small, finalizers: [kubernetes.io/pv-protection]}
                spec: {capacity: {storage: 6Gi}, accessModes: [ReadWriteOnce]}
                status: {phase: Available}
                """);
        claim("storageClassName: ''");
        settle();
        assertThat(claim().volumeName()).isEqualTo("small");
    }

    @Test
    void makesAVolumeAtOnce() {
        storageClass("reclaimPolicy: Retain");
        world.put(Node.KIND, "metadata: {name: node-1, labels: {topology.kubernetes.io/zone: z}}");
        claim("storageClassName: fast");
        settle();
        assertThat(claim().volumeName()).isEqualTo("pvc-new");
        Volume made = volume("pvc-new");
        assertThat(made.phase()).isEqualTo("Bound");
        assertThat(made.zones()).containsExactly("z");
        assertThat(made.reclaimPolicy()).isEqualTo("Retain");
        assertThat(made.capacity()).isEqualTo("5Gi");
        assertThat(made.claim().orElseThrow().uid()).isEqualTo("new");
        assertThat(made.meta().annotations())
                .containsEntry("pv.kubernetes.io/provisioned-by", "archipelago.dev/simulated");
    }

    @Test
    void waitsForTheNode() {
        storageClass("volumeBindingMode: WaitForFirstConsumer");
        world.put(Node.KIND, "metadata: {name: node-1, labels: {topology.kubernetes.io/zone: z}}");
        volume("v", "storageClassName: fast", "Available");
        claim("storageClassName: fast");
        assertThat(claimPlan().actions()).isEmpty();
        assertThat(claimPlan().steps()).singleElement().isInstanceOf(Step.Say.class);
        world.remove(Volume.KIND, Key.global("v"));
        claim("storageClassName: fast", "uid: new, annotations: {volume.kubernetes.io/selected-node: node-1}");
        settle();
        assertThat(volume("pvc-new").zones()).containsExactly("z");
        assertThat(claim().isBound()).isTrue();
    }

    @Test
    void aPodThatHasANodeAlreadyIsAConsumerToo() {
        storageClass("volumeBindingMode: WaitForFirstConsumer");
        world.put(Node.KIND, "metadata: {name: node-1, labels: {topology.kubernetes.io/zone: z}}");
        claim("storageClassName: fast");
        world.put(Pod.KIND, """
                metadata: {name: p, namespace: ns}
                spec: {nodeName: node-1, volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                """);
        settle();
        assertThat(claim().selectedNode()).isEqualTo("node-1");
        assertThat(volume("pvc-new").zones()).containsExactly("z");
        assertThat(claim().isBound()).isTrue();
    }

    @Test
    void aClaimIsLookedAtAgainWhenTheNodeOfItsPodIsSeenLast() {
        List<Key> again = new ArrayList<>();
        new VolumeReconciler(world.caches()).connect(again::add);
        storageClass("volumeBindingMode: WaitForFirstConsumer");
        claim("storageClassName: fast");
        world.put(Pod.KIND, """
                metadata: {name: p, namespace: ns}
                spec: {nodeName: node-1, volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                """);
        again.clear();
        world.put(Node.KIND, "metadata: {name: node-1}");
        assertThat(again).containsExactly(DATA);
    }

    @Test
    void asksForAnotherNodeWhenTheChosenOneIsGone() {
        storageClass("volumeBindingMode: WaitForFirstConsumer");
        claim("storageClassName: fast", "uid: new, annotations: {volume.kubernetes.io/selected-node: node-1}");
        assertThat(claimPlan().actions().getFirst())
                .isEqualTo(new Action.Confirm(Node.KIND, Key.global("node-1"), "", Fact.GONE));
        settle();
        assertThat(claim().selectedNode()).isEmpty();
    }

    @Test
    void aClaimWithoutAClassGetsTheDefaultOneLater() {
        claim("volumeMode: Filesystem");
        assertThat(claimPlan().actions()).isEmpty();
        world.put(StorageClass.KIND, """
                metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: 'true'}}
                provisioner: archipelago.dev/simulated
                """);
        settle();
        assertThat(claim().storageClass()).isEqualTo("fast");
        assertThat(claim().isBound()).isTrue();
    }

    @Test
    void leavesOtherProvisionersToThemselves() {
        world.put(StorageClass.KIND, "{metadata: {name: fast}, provisioner: example.com/disk}");
        claim("storageClassName: fast");
        settle();
        assertThat(claim().meta().annotations())
                .containsEntry("volume.kubernetes.io/storage-provisioner", "example.com/disk");
        assertThat(claimPlan().steps()).isEmpty();
    }

    @Test
    void aVolumeAskedForByNameWaitsUntilItIsThere() {
        claim("storageClassName: '', volumeName: v");
        assertThat(claimPlan().steps()).isEmpty();
        volume("v", OLD, "Released");
        assertThat(claimPlan().actions()).isEmpty();
        volume("v", "storageClassName: ''", "Available");
        settle();
        assertThat(claim().isBound()).isTrue();
        assertThat(claim().meta().annotations()).doesNotContainKey("pv.kubernetes.io/bound-by-controller");
    }

    @Test
    void aLostVolumeIsConfirmedFirst() {
        claim("volumeName: v", "uid: new, annotations: {pv.kubernetes.io/bind-completed: 'yes'}");
        assertThat(claimPlan().actions().getFirst())
                .isEqualTo(new Action.Confirm(Volume.KIND, Key.global("v"), "", Fact.GONE));
        settle();
        assertThat(claim().phase()).isEqualTo("Lost");
        assertThat(claimPlan().steps()).isEmpty();
    }

    @Test
    void aVolumeIsNeverTakenFromItsClaim() {
        volume("v", OLD, "Bound");
        claim("volumeName: v", "uid: new, annotations: {pv.kubernetes.io/bind-completed: 'yes'}");
        world.carryOut(claimPlan());
        assertThat(claim().phase()).isEqualTo("Lost");
        assertThat(volume("v").claim().orElseThrow().uid()).isEqualTo("former");
    }

    @ParameterizedTest
    @CsvSource({"Delete, true, gone", "Delete, false, Failed", "Retain, true, Released", "Recycle, false, Failed"})
    void aVolumeWhoseClaimIsGone(String policy, boolean made, String becomes) {
        world.put(Volume.KIND, """
                metadata: {name: v, finalizers: [kubernetes.io/pv-protection], annotations: {%s}}
                spec: {capacity: {storage: 10Gi}, persistentVolumeReclaimPolicy: %s, %s}
                status: {phase: Bound}
                """.formatted(
                        made ? "pv.kubernetes.io/provisioned-by: archipelago.dev/simulated" : "", policy, OLD));
        assertThat(volumePlan("v").actions().getFirst())
                .isEqualTo(new Action.Confirm(Claim.KIND, DATA, "former", Fact.GONE));
        settle();
        assertThat(world.get(Volume.KIND, Key.global("v")).map(Volume::phase).orElse("gone"))
                .isEqualTo(becomes);
    }

    @Test
    void aVolumeThatItsClaimDidNotTakeIsFreeAgain() {
        volume("v", "claimRef: {namespace: ns, name: data, uid: new}", "Pending");
        volume("w", "claimRef: {namespace: ns, name: data, uid: new}", "Bound");
        claim("volumeName: w", "uid: new, annotations: {pv.kubernetes.io/bind-completed: 'yes'}");
        settle();
        assertThat(volume("v").claim().orElseThrow().uid()).isEmpty();
        assertThat(volume("v").phase()).isEqualTo("Available");
        assertThat(volume("w").phase()).isEqualTo("Bound");
    }

    @Test
    void aClaimStaysAsLongAsAPodUsesIt() {
        claim("storageClassName: ''", "uid: new, deletionTimestamp: '2026-01-01T00:00:00Z'");
        world.put(Pod.KIND, """
                metadata: {name: p, namespace: ns}
                spec: {nodeName: node-1, volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                """);
        assertThat(claimPlan().steps()).isEmpty();
        world.remove(Pod.KIND, new Key("ns", "p"));
        world.carryOut(claimPlan());
        assertThat(world.get(Claim.KIND, DATA)).isEmpty();
    }

    /// Found by the simulation: with a cache that did not show the pod's node yet, the claim of a running
    /// pod was released.
    @Test
    void makesSureThatAPodHasNoNodeBeforeItLetsGo() {
        claim("storageClassName: ''", "uid: new, deletionTimestamp: '2026-01-01T00:00:00Z'");
        world.put(Pod.KIND, """
                metadata: {name: p, namespace: ns, uid: one}
                spec: {volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                """);
        assertThat(claimPlan().actions())
                .first()
                .isEqualTo(new Action.Confirm(Pod.KIND, new Key("ns", "p"), "one", ClaimPlanner.WITHOUT_NODE));
    }

    @Test
    void aPodThatIsGoneOrWaitsHasNoNode() {
        Pod waiting = YamlObjects.read(Pod.KIND, "{metadata: {name: p}, spec: {}}");
        Pod placed = YamlObjects.read(Pod.KIND, "{metadata: {name: p}, spec: {nodeName: n}}");

        assertThat(ClaimPlanner.WITHOUT_NODE.holds().test(Optional.empty())).isTrue();
        assertThat(ClaimPlanner.WITHOUT_NODE.holds().test(Optional.of(waiting))).isTrue();
        assertThat(ClaimPlanner.WITHOUT_NODE.holds().test(Optional.of(placed))).isFalse();
    }

    /// Found by the simulation: the pod waited for its claim, and the claim for the pod.
    @Test
    void aClaimDoesNotWaitForAPodThatHasEnded() {
        claim("storageClassName: ''", "uid: new, deletionTimestamp: '2026-01-01T00:00:00Z'");
        String pod = """
                metadata: {name: p, namespace: ns, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.b/c]}
                spec: {nodeName: node-1, volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                status: {phase: %s}
                """;
        world.put(Pod.KIND, pod.formatted("Running"));
        assertThat(claimPlan().steps()).isEmpty();
        world.put(Pod.KIND, pod.formatted("Succeeded"));
        world.carryOut(claimPlan());
        assertThat(world.get(Claim.KIND, DATA)).isEmpty();
    }

    @Test
    void aVolumeStaysAsLongAsItIsBound() {
        claim("volumeName: v", "uid: new, annotations: {pv.kubernetes.io/bind-completed: 'yes'}");
        world.put(Volume.KIND, """
                metadata: {name: v, finalizers: [kubernetes.io/pv-protection], deletionTimestamp: '2026-01-01T00:00:00Z'}
                spec: {capacity: {storage: 10Gi}, claimRef: {namespace: ns, name: data, uid: new}}
                status: {phase: Bound}
                """);
        assertThat(volumePlan("v").steps()).isEmpty();
        world.remove(Claim.KIND, DATA);
        settle();
        assertThat(world.get(Volume.KIND, Key.global("v"))).isEmpty();
    }

    @Test
    void aVolumeGrowsWithItsClaim() {
        storageClass("allowVolumeExpansion: true");
        claim("storageClassName: fast");
        settle();
        var tree = claim().tree();
        tree.withObjectProperty("spec")
                .withObjectProperty("resources")
                .withObjectProperty("requests")
                .put("storage", "8Gi");
        world.put(Claim.KIND, tree);
        settle();
        assertThat(volume("pvc-new").capacity()).isEqualTo("8Gi");
        assertThat(claim().given()).isEqualTo(volume("pvc-new").size());
    }

    @Test
    void membersOfASetAreSpreadOverZones() {
        StorageClass anywhere = world.put(StorageClass.KIND, "{metadata: {name: s}, provisioner: p}");
        var zones = new TreeSet<>(List.of("a", "b", "c"));
        TreeSet<String> used = new TreeSet<>();
        for (int i = 0; i < 3; i++) {
            Claim claim = world.put(Claim.KIND, "metadata: {name: data-web-%d, namespace: ns}".formatted(i));
            used.add(Provisioning.zone(claim, anywhere, zones));
        }
        assertThat(used).hasSize(3);
    }
}
