package dev.archipelago.cluster.volumes;

import static dev.archipelago.cluster.testing.TestingWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.StorageClass;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.cluster.testing.Eventually;
import dev.archipelago.cluster.testing.TestingControllers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeIT {
    private static final Key DATA = new Key("default", "data");

    private TestingApiServer server;
    private TestingControllers controllers;
    private TestingControllers others;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        // Two at once must not disturb each other.
        controllers = new TestingControllers(server, caches -> List.of(new VolumeReconciler(caches)));
        others = new TestingControllers(server, caches -> List.of(new VolumeReconciler(caches)));
        api = TestingControllers.api(server, "test");
    }

    @AfterEach
    void stop() {
        others.close();
        controllers.close();
        server.close();
    }

    private void standardClass(String more) {
        api.create(StorageClass.KIND, yaml("""
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: standard, annotations: {storageclass.kubernetes.io/is-default-class: 'true'}}
                provisioner: archipelago.dev/simulated
                %s
                """.formatted(more)));
    }

    private void claim(String name, String metadata, String spec) {
        api.create(Claim.KIND, yaml("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s, namespace: default%s}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}%s}
                """.formatted(name, metadata, spec)));
    }

    private Claim bound(Key key) {
        Eventually.holds(() -> api.get(Claim.KIND, key).orElseThrow().isBound());
        return api.get(Claim.KIND, key).orElseThrow();
    }

    @Test
    void aVolumeComesAndGoesWithItsClaim() {
        standardClass("");
        claim("data", "", "");
        Claim claim = bound(DATA);
        assertThat(claim.storageClass()).isEqualTo("standard");
        Key volume = Key.global("pvc-" + claim.uid());
        Eventually.holds(
                () -> api.get(Volume.KIND, volume).orElseThrow().phase().equals("Bound"));
        api.delete(Claim.KIND, DATA, DeleteOptions.NONE);
        Eventually.holds(() -> api.get(Claim.KIND, DATA).isEmpty()
                && api.get(Volume.KIND, volume).isEmpty());
    }

    @Test
    void aRetainedVolumeIsForNobodyElse() {
        standardClass("reclaimPolicy: Retain");
        claim("data", "", "");
        String first = bound(DATA).volumeName();
        api.delete(Claim.KIND, DATA, DeleteOptions.NONE);
        Eventually.holds(() ->
                api.get(Volume.KIND, Key.global(first)).orElseThrow().phase().equals("Released"));
        claim("data", "", "");
        assertThat(bound(DATA).volumeName()).isNotEqualTo(first);
    }

    @Test
    void waitsForTheFirstConsumer() {
        standardClass("volumeBindingMode: WaitForFirstConsumer");
        api.create(Node.KIND, yaml("""
                {apiVersion: v1, kind: Node, metadata: {name: node-1, labels: {topology.kubernetes.io/zone: z1}}}
                """));
        claim("data", "", "");
        var tree = api.get(Claim.KIND, DATA).orElseThrow().tree();
        assertThat(tree.path("status").path("phase").asString("")).isEqualTo("Pending");
        tree.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put("volume.kubernetes.io/selected-node", "node-1");
        api.update(Claim.KIND, tree, "");
        String volume = bound(DATA).volumeName();
        assertThat(api.get(Volume.KIND, Key.global(volume)).orElseThrow().zones())
                .containsExactly("z1");
    }

    @Test
    void noTwoClaimsShareAVolume() {
        for (int i = 0; i < 10; i++) {
            api.create(Volume.KIND, yaml("""
                    apiVersion: v1
                    kind: PersistentVolume
                    metadata: {name: disk-%d}
                    spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /x}}
                    """.formatted(i)));
        }
        for (int i = 0; i < 10; i++) {
            claim("data-" + i, "", ", storageClassName: ''");
        }
        Set<String> volumes = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            Claim claim = bound(new Key("default", "data-" + i));
            volumes.add(claim.volumeName());
            assertThat(api.get(Volume.KIND, Key.global(claim.volumeName()))
                            .orElseThrow()
                            .claim()
                            .orElseThrow()
                            .uid())
                    .isEqualTo(claim.uid());
        }
        assertThat(volumes).hasSize(10);
    }
}
