package dev.archipelago.cluster.namespaces;

import static dev.archipelago.cluster.testing.TestingWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.cluster.serviceaccounts.ServiceAccountReconciler;
import dev.archipelago.cluster.testing.Eventually;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.WillingPods;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceIT {
    private static final Key SHOP = Key.global("shop");

    private TestingApiServer server;
    private TestingControllers controllers;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        controllers = new TestingControllers(
                server,
                caches -> List.of(
                        new NamespaceReconciler(caches),
                        new ServiceAccountReconciler(caches, "PEM"),
                        new WillingPods(caches)));
        api = TestingControllers.api(server, "test");
        api.create(Namespace.KIND, yaml("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}"));
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    @Test
    void aNamespaceGoesWithAllThatIsInIt() {
        Eventually.holds(
                () -> api.get(ServiceAccount.KIND, new Key("shop", "default")).isPresent());
        api.create(Pod.KIND, yaml("""
                {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: shop}, spec: {containers: [{name: c, image: i}]}}
                """));
        api.create(Contents.EVENT, yaml("""
                {apiVersion: v1, kind: Event, metadata: {name: e, namespace: shop},
                 involvedObject: {kind: Pod, name: p, namespace: shop}, reason: Said}
                """));
        api.delete(Namespace.KIND, SHOP, DeleteOptions.NONE);
        Eventually.holds(() -> api.get(Namespace.KIND, SHOP).isEmpty());
        assertThat(api.hasAny(Pod.KIND, "shop")).isFalse();
        assertThat(api.hasAny(Contents.EVENT, "shop")).isFalse();
        assertThat(api.hasAny(ConfigMap.KIND, "shop")).isFalse();
    }

    @Test
    void waitsForWhatIsHeld() {
        api.create(ConfigMap.KIND, yaml("""
                {apiVersion: v1, kind: ConfigMap, metadata: {name: held, namespace: shop, finalizers: [example.com/hold]}}
                """));
        api.delete(Namespace.KIND, SHOP, DeleteOptions.NONE);
        Eventually.holds(() -> Conditions.find(
                        api.get(Namespace.KIND, SHOP).orElseThrow().status(), "NamespaceFinalizersRemaining")
                .path("message")
                .asString("")
                .contains("example.com/hold in 1 resource instances"));
        var tree =
                api.get(ConfigMap.KIND, new Key("shop", "held")).orElseThrow().tree();
        tree.withObjectProperty("metadata").remove("finalizers");
        api.update(ConfigMap.KIND, tree, "");
        Eventually.holds(() -> api.get(Namespace.KIND, SHOP).isEmpty());
    }

    @Test
    void theCertificateOfTheAuthorityComesBack() {
        Key key = new Key("shop", "kube-root-ca.crt");
        Eventually.holds(() -> api.get(ConfigMap.KIND, key).isPresent());
        api.delete(ConfigMap.KIND, key, DeleteOptions.NONE);
        Eventually.holds(() -> api.get(ConfigMap.KIND, key).isPresent());
        var tree = api.get(ConfigMap.KIND, key).orElseThrow().tree();
        tree.putObject("data").put("ca.crt", "forged");
        api.update(ConfigMap.KIND, tree, "");
        Eventually.holds(() -> api.get(ConfigMap.KIND, key)
                .orElseThrow()
                .data()
                .path("ca.crt")
                .asString("")
                .equals("PEM"));
    }
}
