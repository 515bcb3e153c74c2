package dev.archipelago.cluster.quota;

import static dev.archipelago.cluster.testing.TestingWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ResourceQuota;
import dev.archipelago.cluster.testing.Eventually;
import dev.archipelago.cluster.testing.TestingCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QuotaIT {
    private static final Key QUOTA = new Key("default", "limits");

    @RegisterExtension
    final TestingCluster cluster = new TestingCluster(caches -> List.of(new QuotaReconciler(caches)));

    private void quota(String hard) {
        cluster.api().create(ResourceQuota.KIND, yaml("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: limits, namespace: default}
                spec: {hard: {%s}}
                """.formatted(hard)));
        Eventually.holds(() -> !cluster.api()
                .get(ResourceQuota.KIND, QUOTA)
                .orElseThrow()
                .status()
                .path("used")
                .isEmpty());
    }

    private void pod(String name, String resources) {
        cluster.api().create(Pod.KIND, yaml("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec: {containers: [{name: c, image: i, resources: {%s}}]}
                """.formatted(name, resources)));
    }

    private String used(String name) {
        return cluster.api()
                .get(ResourceQuota.KIND, QUOTA)
                .orElseThrow()
                .status()
                .path("used")
                .path(name)
                .asString("");
    }

    @Test
    void refusesWhatIsTooMuchAndSaysWhy() {
        pod("before", "");
        quota("pods: 2");
        pod("second", "");
        assertThatThrownBy(() -> pod("third", ""))
                .isInstanceOf(ApiException.class)
                .hasMessage("pods \"third\" is forbidden: exceeded quota: limits, requested: pods=1, used: pods=2, "
                        + "limited: pods=2");
        cluster.api().delete(Pod.KIND, new Key("default", "before"), DeleteOptions.NONE);
        Eventually.holds(() -> used("pods").equals("1"));
        pod("third", "");
        assertThat(used("pods")).isEqualTo("2");
    }

    @Test
    void containersMustSayWhatIsCounted() {
        quota("requests.cpu: 1");
        assertThatThrownBy(() -> pod("silent", ""))
                .hasMessage("pods \"silent\" is forbidden: failed quota: limits: must specify requests.cpu for: c");
        pod("half", "requests: {cpu: 500m}");
        assertThatThrownBy(() -> pod("more", "requests: {cpu: 600m}"))
                .hasMessageContaining("requested: requests.cpu=600m, used: requests.cpu=500m, limited: requests.cpu=1");
    }

    @Test
    void aClaimMayNotGrowBeyond() {
        quota("requests.storage: 5Gi");
        cluster.api().create(Claim.KIND, yaml("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default}
                spec: {storageClassName: '', accessModes: [ReadWriteOnce], resources: {requests: {storage: 3Gi}}}
                """));
        var bound = cluster.api()
                .get(Claim.KIND, new Key("default", "data"))
                .orElseThrow()
                .tree();
        bound.withObjectProperty("status").put("phase", "Bound");
        cluster.api().update(Claim.KIND, bound, "status");
        var tree = cluster.api()
                .get(Claim.KIND, new Key("default", "data"))
                .orElseThrow()
                .tree();
        var requests =
                tree.withObjectProperty("spec").withObjectProperty("resources").withObjectProperty("requests");
        requests.put("storage", "6Gi");
        assertThatThrownBy(() -> cluster.api().update(Claim.KIND, tree, ""))
                .hasMessageContaining("exceeded quota: limits");
        requests.put("storage", "4Gi");
        cluster.api().update(Claim.KIND, tree, "");
        assertThat(used("requests.storage")).isEqualTo("4Gi");
    }

    @Test
    void manyAtOnceDoNotExceedIt() throws Exception {
        quota("pods: 10");
        List<Future<?>> made = new ArrayList<>();
        int admitted = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                String name = "pod-" + i;
                made.add(threads.submit(() -> pod(name, "")));
            }
            for (Future<?> one : made) {
                try {
                    one.get();
                    admitted++;
                } catch (ExecutionException e) {
                    assertThat(e.getCause()).hasMessageContaining("exceeded quota");
                }
            }
        }
        assertThat(admitted).isEqualTo(10);
        assertThat(used("pods")).isEqualTo("10");
    }

    @Test
    void nobodyCanTalkTheCountDown() {
        quota("pods: 1");
        pod("only", "");
        var tree = cluster.api().get(ResourceQuota.KIND, QUOTA).orElseThrow().tree();
        tree.withObjectProperty("status").withObjectProperty("used").put("pods", "0");
        cluster.api().update(ResourceQuota.KIND, tree, "status");
        assertThat(used("pods")).isEqualTo("1");
    }
}
