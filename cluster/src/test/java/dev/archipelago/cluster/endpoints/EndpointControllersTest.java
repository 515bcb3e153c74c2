package dev.archipelago.cluster.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.EndpointSlice.Port;
import dev.archipelago.cluster.kinds.Endpoints;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.testing.PlannedWorld;
import dev.archipelago.controller.plan.Action;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Section 11 of the facts: network identity.
class EndpointControllersTest {
    private static final String HEADLESS = """
            metadata: {name: web, labels: {team: blue}}
            spec:
              clusterIP: None
              clusterIPs: [None]
              selector: {app: web}
              ports: [{name: http, port: 80, targetPort: 8080}]
            """;

    private final PlannedWorld world = new PlannedWorld(EndpointControllers::of);

    @BeforeEach
    void addNode() {
        world.put(Node.KIND, "metadata: {name: n1, labels: {topology.kubernetes.io/zone: a}}");
    }

    private void pod(String name, String ip, String more) {
        world.put(Pod.KIND, """
                metadata: {name: %1$s, labels: {app: web}%3$s}
                spec: {nodeName: n1, hostname: %1$s, subdomain: web}
                status: {phase: Running, podIP: %2$s, conditions: [{type: Ready, status: 'True'}]}
                """.formatted(name, ip, more));
    }

    private void pods(int from, int to) {
        for (int i = from; i < to; i++) {
            pod("web-" + i, "10.0." + i / 200 + "." + (i % 200 + 1), "");
        }
    }

    @Test
    void listsReadyPodsWithTheirNamesAndZones() {
        world.put(Service.KIND, HEADLESS);
        pod("web-0", "10.0.0.1", "");
        world.settle();

        EndpointSlice slice = world.all(EndpointSlice.KIND).getFirst();
        assertThat(slice.name()).matches("web-[a-z0-9]{5}");
        assertThat(slice.addressType()).isEqualTo("IPv4");
        assertThat(slice.ports()).containsExactly(new Port("http", "TCP", 8080, ""));
        assertThat(slice.endpoints())
                .containsExactly(
                        new Endpoint(List.of("10.0.0.1"), true, true, false, "web-0", "n1", "a", "web-0", "uid-web-0"));
        assertThat(slice.labels())
                .containsEntry("kubernetes.io/service-name", "web")
                .containsEntry("endpointslice.kubernetes.io/managed-by", "endpointslice-controller.k8s.io")
                .containsEntry("service.kubernetes.io/headless", "")
                .containsEntry("team", "blue");
        assertThat(slice.meta().isControlledBy("uid-web")).isTrue();
    }

    @Test
    void writesTheOldForm() {
        world.put(Service.KIND, HEADLESS);
        pod("web-0", "10.0.0.1", "");
        world.put(Pod.KIND, """
                metadata: {name: web-1, labels: {app: web}}
                spec: {nodeName: n1, hostname: web-1, subdomain: other}
                status: {phase: Running, podIP: 10.0.0.2}
                """);
        world.settle();

        Endpoints endpoints = world.get(Endpoints.KIND, "web");
        assertThat(endpoints.labels())
                .containsEntry("endpoints.kubernetes.io/managed-by", "endpoint-controller")
                .containsEntry("service.kubernetes.io/headless", "")
                .containsEntry("team", "blue");
        assertThat(endpoints.tree().path("subsets").toString()).isEqualTo("""
                [{"addresses":[{"hostname":"web-0","ip":"10.0.0.1","nodeName":"n1",\
                "targetRef":{"kind":"Pod","name":"web-0","namespace":"default","uid":"uid-web-0"}}],\
                "notReadyAddresses":[{"ip":"10.0.0.2","nodeName":"n1",\
                "targetRef":{"kind":"Pod","name":"web-1","namespace":"default","uid":"uid-web-1"}}],\
                "ports":[{"name":"http","port":8080,"protocol":"TCP"}]}]""");
    }

    /// Which pods are listed, and how, in both forms.
    @ParameterizedTest
    @CsvSource({
        // publish, phase, ready, deleting, node | listed, ready, serving, terminating | old form
        "false, Running, True, false, n1, true, true, true, false, addresses",
        "false, Running, False, false, n1, true, false, false, false, notReadyAddresses",
        "false, Running, True, true, n1, true, false, true, true, ''",
        "false, Succeeded, True, false, n1, false, , , , ''",
        "false, Failed, False, false, n1, false, , , , ''",
        "false, Running, True, false, lost, false, , , , addresses",
        "true, Running, False, false, n1, true, true, false, false, addresses",
        "true, Running, True, true, n1, true, true, true, true, addresses",
        "true, Running, True, false, lost, true, true, true, false, addresses",
        "true, Failed, False, false, n1, false, , , , ''",
    })
    void listsPods(
            boolean publish,
            String phase,
            String ready,
            boolean deleting,
            String node,
            boolean listed,
            Boolean isReady,
            Boolean isServing,
            Boolean isTerminating,
            String oldForm) {
        world.put(Service.KIND, HEADLESS + "  publishNotReadyAddresses: " + publish);
        world.put(Pod.KIND, """
                metadata: {name: web-0, labels: {app: web}%s}
                spec: {nodeName: %s}
                status: {phase: %s, podIP: 10.0.0.1, conditions: [{type: Ready, status: '%s'}]}
                """.formatted(
                        deleting ? ", deletionTimestamp: '2030-01-01T00:00:00Z'" : "", node, phase, ready));
        world.settle();

        List<Endpoint> found = world.all(EndpointSlice.KIND).getFirst().endpoints();
        assertThat(found).hasSize(listed ? 1 : 0);
        for (Endpoint endpoint : found) {
            assertThat(endpoint.ready()).isEqualTo(isReady);
            assertThat(endpoint.serving()).isEqualTo(isServing);
            assertThat(endpoint.terminating()).isEqualTo(isTerminating);
        }
        JsonNode subset =
                world.get(Endpoints.KIND, "web").tree().path("subsets").path(0);
        assertThat(subset.isMissingNode()).isEqualTo(oldForm.isEmpty());
        assertThat(subset.has(oldForm)).isEqualTo(!oldForm.isEmpty());
    }

    @Test
    void leavesPodsWithoutAddressOut() {
        world.put(Service.KIND, HEADLESS);
        world.put(Pod.KIND, """
                metadata: {name: web-0, labels: {app: web}}
                status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}
                """);
        world.settle();
        assertThat(world.all(EndpointSlice.KIND).getFirst().endpoints()).isEmpty();
        assertThat(world.get(Endpoints.KIND, "web").tree().has("subsets")).isFalse();
    }

    @Test
    void saysByAnEmptySliceThatThereIsNobodyAndFillsItLater() {
        world.put(Service.KIND, HEADLESS);
        world.settle();
        assertThat(world.all(EndpointSlice.KIND)).hasSize(1);
        EndpointSlice empty = world.all(EndpointSlice.KIND).getFirst();
        assertThat(empty.endpoints()).isEmpty();
        assertThat(empty.ports()).isEmpty();

        pod("web-0", "10.0.0.1", "");
        world.settle();
        assertThat(world.all(EndpointSlice.KIND)).hasSize(1);
        assertThat(world.get(EndpointSlice.KIND, empty.name()).endpoints()).hasSize(1);

        world.remove(Pod.KIND, "default", "web-0");
        world.settle();
        assertThat(world.all(EndpointSlice.KIND)).hasSize(1);
        assertThat(world.get(EndpointSlice.KIND, empty.name()).endpoints()).isEmpty();
    }

    @Test
    void findsNamedPortsInEachPodAndKeepsDifferentOnesApart() {
        world.put(Service.KIND, """
                metadata: {name: web}
                spec: {clusterIP: 10.96.0.9, selector: {app: web}, ports: [{port: 80, targetPort: http}]}
                """);
        world.put(Pod.KIND, """
                metadata: {name: old, labels: {app: web}}
                spec: {containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}
                status: {phase: Running, podIP: 10.0.0.1}
                ---
                metadata: {name: new, labels: {app: web}}
                spec: {containers: [{name: c, ports: [{name: http, containerPort: 9090, protocol: TCP}]}]}
                status: {phase: Running, podIP: 10.0.0.2}
                ---
                metadata: {name: sidecar, labels: {app: web}}
                spec: {initContainers: [{name: i, restartPolicy: Always, ports: [{name: http, containerPort: 9090}]}]}
                status: {phase: Running, podIP: 10.0.0.3}
                ---
                metadata: {name: other-protocol, labels: {app: web}}
                spec: {containers: [{name: c, ports: [{name: http, containerPort: 9090, protocol: UDP}]}]}
                status: {phase: Running, podIP: 10.0.0.4}
                """);
        world.settle();
        Set<String> found = new TreeSet<>();
        for (EndpointSlice slice : world.all(EndpointSlice.KIND)) {
            slice.endpoints()
                    .forEach(endpoint -> found.add(endpoint.pod()
                            + slice.ports().stream().map(Port::number).toList()));
            assertThat(slice.labels()).doesNotContainKey("service.kubernetes.io/headless");
        }
        assertThat(found).containsExactly("new[9090]", "old[8080]", "other-protocol[]", "sidecar[9090]");
        assertThat(world.get(Endpoints.KIND, "web").tree().path("subsets")).hasSize(2);
    }

    @Test
    void listsAHeadlessServiceWithoutPorts() {
        world.put(Service.KIND, "{metadata: {name: web}, spec: {clusterIP: None, selector: {app: web}}}");
        pod("web-0", "10.0.0.1", "");
        world.settle();
        assertThat(world.all(EndpointSlice.KIND).getFirst().endpoints()).hasSize(1);
        assertThat(world.get(Endpoints.KIND, "web")
                        .tree()
                        .path("subsets")
                        .path(0)
                        .path("addresses"))
                .hasSize(1);
    }

    @Test
    void takesTheFamiliesThatTheServiceAsksFor() {
        world.put(Service.KIND, """
                metadata: {name: web}
                spec: {clusterIP: None, ipFamilies: [IPv4, IPv6], selector: {app: web}, ports: [{port: 80}]}
                """);
        world.put(Pod.KIND, """
                metadata: {name: web-0, labels: {app: web}}
                status: {phase: Running, podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.1}, {ip: 'fd00::1'}]}
                """);
        world.settle();
        assertThat(world.all(EndpointSlice.KIND))
                .extracting(slice ->
                        slice.addressType() + slice.endpoints().getFirst().addresses())
                .containsExactlyInAnyOrder("IPv4[10.0.0.1]", "IPv6[fd00::1]");
    }

    @Test
    void leavesServicesAloneThatSelectNothing() {
        world.put(Service.KIND, """
                metadata: {name: manual}
                spec: {clusterIP: 10.96.0.9, ports: [{port: 80}]}
                ---
                metadata: {name: outside}
                spec: {type: ExternalName, externalName: example.org, selector: {app: web}}
                """);
        world.put(Endpoints.KIND, "{metadata: {name: manual}, subsets: [{addresses: [{ip: 10.9.9.9}]}]}");
        pod("web-0", "10.0.0.1", "");
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void fillsSlicesOfAHundred() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 250);
        world.settle();
        assertThat(world.all(EndpointSlice.KIND))
                .extracting(slice -> slice.endpoints().size())
                .containsExactlyInAnyOrder(100, 100, 50);
    }

    @Test
    void changesOneSliceForOnePod() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 250);
        world.settle();

        world.put(Pod.KIND, """
                metadata: {name: web-7, labels: {app: web}}
                spec: {nodeName: n1, hostname: web-7, subdomain: web}
                status: {phase: Running, podIP: 10.0.0.8}
                """);
        assertThat(sliceWrites(world.settle())).hasSize(1);

        world.remove(Pod.KIND, "default", "web-7");
        assertThat(sliceWrites(world.settle())).hasSize(1);

        pods(250, 251);
        assertThat(sliceWrites(world.settle())).hasSize(1);
        assertThat(world.all(EndpointSlice.KIND))
                .extracting(slice -> slice.endpoints().size())
                .containsExactlyInAnyOrder(100, 100, 50);
    }

    @Test
    void movesToNewPortsWithoutNewSlices() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 150);
        world.settle();
        List<String> names =
                world.all(EndpointSlice.KIND).stream().map(EndpointSlice::name).toList();
        world.put(Service.KIND, HEADLESS.replace("8080", "9090"));
        assertThat(sliceWrites(world.settle())).allMatch(action -> action instanceof Action.Update);
        assertThat(world.all(EndpointSlice.KIND))
                .extracting(EndpointSlice::name)
                .containsExactlyElementsOf(names);
        assertThat(world.all(EndpointSlice.KIND))
                .allMatch(slice -> slice.ports().getFirst().number() == 9090);
    }

    @Test
    void takesSurplusSlicesAway() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 250);
        world.settle();
        for (int i = 0; i < 250; i++) {
            world.remove(Pod.KIND, "default", "web-" + i);
        }
        world.settle();
        assertThat(world.all(EndpointSlice.KIND)).hasSize(1);
    }

    @Test
    void keepsTheOldFormAtAThousand() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 1001);
        world.settle();
        JsonNode tree = world.get(Endpoints.KIND, "web").tree();
        assertThat(tree.path("subsets").path(0).path("addresses")).hasSize(1000);
        assertThat(tree.path("metadata")
                        .path("annotations")
                        .path("endpoints.kubernetes.io/over-capacity")
                        .asString())
                .isEqualTo("truncated");

        world.remove(Pod.KIND, "default", "web-1");
        world.settle();
        assertThat(world.get(Endpoints.KIND, "web").meta().annotations()).isEmpty();
    }

    @Test
    void followsSelectorsLabelsAndZones() {
        world.put(Service.KIND, HEADLESS);
        pod("web-0", "10.0.0.1", "");
        world.settle();

        world.put(Node.KIND, "metadata: {name: n1, labels: {topology.kubernetes.io/zone: b}}");
        world.settle();
        assertThat(endpoints()).extracting(Endpoint::zone).containsExactly("b");

        world.put(Pod.KIND, """
                metadata: {name: web-0, labels: {app: other}}
                spec: {nodeName: n1}
                status: {phase: Running, podIP: 10.0.0.1}
                """);
        world.settle();
        assertThat(endpoints()).isEmpty();

        world.put(Service.KIND, HEADLESS.replace("app: web", "app: other"));
        world.settle();
        assertThat(endpoints()).hasSize(1);

        world.remove(Node.KIND, "", "n1");
        world.settle();
        assertThat(endpoints()).isEmpty();
    }

    @Test
    void doesNotWriteWhatIsSo() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 3);
        world.settle();
        // All watched objects change in ways that do not matter.
        world.put(Service.KIND, HEADLESS);
        world.put(Node.KIND, "metadata: {name: n1, labels: {x: y, topology.kubernetes.io/zone: a}}");
        pods(0, 3);
        world.all(EndpointSlice.KIND).forEach(slice -> world.put(EndpointSlice.KIND, slice.tree()));
        world.put(Endpoints.KIND, world.get(Endpoints.KIND, "web").tree());
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void putsRightWhatOthersChanged() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 3);
        world.settle();
        EndpointSlice slice = world.all(EndpointSlice.KIND).getFirst();
        var broken = slice.tree();
        broken.putArray("endpoints");
        world.put(EndpointSlice.KIND, broken);
        world.remove(Endpoints.KIND, "default", "web");
        world.settle();
        assertThat(endpoints()).hasSize(3);
        assertThat(world.all(Endpoints.KIND)).hasSize(1);
    }

    @Test
    void removesTheOldFormWithItsService() {
        world.put(Service.KIND, HEADLESS);
        world.settle();
        world.remove(Service.KIND, "default", "web");
        world.settle();
        assertThat(world.all(Endpoints.KIND)).isEmpty();
    }

    @Test
    void replacesTheSlicesOfAFormerServiceOfTheSameName() {
        world.put(Service.KIND, HEADLESS);
        pods(0, 1);
        world.settle();
        String before = world.all(EndpointSlice.KIND).getFirst().name();
        world.remove(Service.KIND, "default", "web");
        world.put(Service.KIND, HEADLESS.replace("name: web,", "name: web, uid: another,"));
        world.settle();
        assertThat(world.all(EndpointSlice.KIND)).hasSize(1);
        EndpointSlice after = world.all(EndpointSlice.KIND).getFirst();
        assertThat(after.name()).isNotEqualTo(before);
        assertThat(after.meta().isControlledBy("another")).isTrue();
    }

    private List<Endpoint> endpoints() {
        return world.all(EndpointSlice.KIND).stream()
                .flatMap(slice -> slice.endpoints().stream())
                .toList();
    }

    private static List<Action> sliceWrites(List<Action> actions) {
        return actions.stream()
                .filter(action -> switch (action) {
                    case Action.Create create -> create.kind().equals(EndpointSlice.KIND);
                    case Action.Update update -> update.kind().equals(EndpointSlice.KIND);
                    case Action.Delete delete -> delete.kind().equals(EndpointSlice.KIND);
                    case Action.Patch patch -> false;
                    case Action.Bind bind -> false;
                    case Action.Perform _ -> false;
                    case Action.Confirm _, Action.ConfirmNone _ -> false;
                })
                .toList();
    }
}
