package dev.archipelago.cluster.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Endpoints;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.testing.TestingCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

class EndpointsIT {
    @RegisterExtension
    final TestingCluster cluster = new TestingCluster(EndpointControllers::of);

    @Test
    void keepsEndpointsOfAServiceAndWritesNothingTwice() throws Exception {
        service("web");
        pod("web-0", "10.0.0.1");
        pod("web-1", "10.0.0.2");
        await(() -> ready("web").equals(List.of("web-0", "web-1")));
        await(() -> cluster.api()
                .get(Endpoints.KIND, new Key("default", "web"))
                .filter(found ->
                        found.tree().path("subsets").path(0).path("addresses").size() == 2)
                .isPresent());
        long sliceBefore = slices("web").getFirst().resourceVersion();
        long endpointsBefore = cluster.api()
                .get(Endpoints.KIND, new Key("default", "web"))
                .orElseThrow()
                .resourceVersion();

        ObjectNode touched = cluster.api()
                .get(Service.KIND, new Key("default", "web"))
                .orElseThrow()
                .tree();
        ((ObjectNode) touched.get("metadata")).putObject("annotations").put("touched", "yes");
        cluster.api().update(Service.KIND, touched, "");
        service("later");
        await(() -> ready("later").equals(List.of("web-0", "web-1")));
        assertThat(slices("web").getFirst().resourceVersion()).isEqualTo(sliceBefore);
        assertThat(cluster.api()
                        .get(Endpoints.KIND, new Key("default", "web"))
                        .orElseThrow()
                        .resourceVersion())
                .isEqualTo(endpointsBefore);
    }

    private void service(String name) {
        cluster.api().create(Service.KIND, tree("""
                apiVersion: v1
                kind: Service
                metadata: {name: %s, namespace: default}
                spec: {clusterIP: None, selector: {app: web}, ports: [{name: http, port: 80, appProtocol: http}]}
                """.formatted(name)));
    }

    private void pod(String name, String ip) {
        ObjectNode pod =
                cluster.api().create(Pod.KIND, tree("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s, namespace: default, labels: {app: web}}
                spec: {hostname: %1$s, subdomain: web, containers: [{name: c, image: i}]}
                """.formatted(name))).tree();
        pod.set(
                "status",
                tree("{phase: Running, podIP: %1$s, podIPs: [{ip: %1$s}], conditions: [{type: Ready, status: 'True'}]}"
                        .formatted(ip)));
        cluster.api().update(Pod.KIND, pod, "status");
    }

    private static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    private List<EndpointSlice> slices(String service) {
        return cluster.api().list(EndpointSlice.KIND).objects().stream()
                .filter(slice -> slice.service().name().equals(service))
                .toList();
    }

    private List<String> ready(String service) {
        return slices(service).stream()
                .flatMap(slice -> slice.endpoints().stream())
                .filter(Endpoint::ready)
                .map(Endpoint::pod)
                .sorted()
                .toList();
    }

    private static void await(BooleanSupplier wanted) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain");
            }
            Thread.sleep(5);
        }
    }
}
