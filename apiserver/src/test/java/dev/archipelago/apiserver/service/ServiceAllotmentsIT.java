package dev.archipelago.apiserver.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.store.Store;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import dev.archipelago.store.etcd.EtcdOptions;
import dev.archipelago.store.etcd.EtcdStore;
import dev.archipelago.testing.TestingEtcd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ServiceAllotmentsIT {
    private static final String PATH = "/api/v1/namespaces/default/services";
    /// 14 addresses, the first of which is the API server's own, and 4 ports.
    private static final ServiceNetwork SMALL = new ServiceNetwork("10.9.0.0/28", 31_000, 31_003);

    @TempDir
    private Path directory;

    private TestingApiServer server;

    @BeforeEach
    void start() throws Exception {
        server = server();
    }

    private TestingApiServer server() throws Exception {
        return server(SMALL);
    }

    private TestingApiServer server(ServiceNetwork network) throws Exception {
        Path libraries = Path.of("target", "native").toAbsolutePath();
        Store store = EmbeddedStore.open(
                EmbeddedOptions.in(directory.resolve("store")).withLibraryDirectory(libraries));
        return TestingApiServer.start(new ApiServer.Options(directory, "127.0.0.1", 0, network), store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer create(String name, String spec) throws Exception {
        return create(server, name, spec);
    }

    private static Answer create(TestingApiServer at, String name, String spec) throws Exception {
        return at.admin().post(PATH, "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s}}".formatted(name, spec));
    }

    private Answer patch(String name, String spec) throws Exception {
        return server.admin()
                .patch(PATH + '/' + name, "application/merge-patch+json", "{\"spec\":{%s}}".formatted(spec));
    }

    private static final String PORT = "\"ports\":[{\"port\":80}]";

    @Test
    void theApiServerHasTheFirstAddress() throws Exception {
        Answer own = server.admin().get(PATH + "/kubernetes");
        assertThat(own.at("spec.clusterIP")).isEqualTo("10.9.0.1");
        assertThat(own.at("spec.ports.0.port")).isEqualTo("443");
    }

    @Test
    void withoutNodesPortsOfNodesAreThoseThatAreAskedFor() throws Exception {
        server.close();
        server = server(SMALL.withoutNodes());
        String balanced = "\"type\":\"LoadBalancer\",\"externalTrafficPolicy\":\"Local\",";
        Answer web = create("web", balanced + PORT);
        assertThat(web.code()).isEqualTo(201);
        assertThat(web.text()).doesNotContain("odePort\":");
        assertThat(web.at("spec.allocateLoadBalancerNodePorts")).isEqualTo("true");
        Answer patched = patch("web", "\"sessionAffinity\":\"ClientIP\"");
        assertThat(patched.code()).isEqualTo(200);
        assertThat(patched.text()).doesNotContain("odePort\":0");
        Answer asked = create("asked", "\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"nodePort\":31001}]");
        assertThat(asked.at("spec.ports.0.nodePort")).isEqualTo("31001");
    }

    @Test
    void givesAnAddressOfTheRange() throws Exception {
        Answer web = create("web", PORT);
        assertThat(web.code()).isEqualTo(201);
        assertThat(web.at("spec.clusterIP")).startsWith("10.9.0.");
        assertThat(web.at("spec.clusterIPs.0")).isEqualTo(web.at("spec.clusterIP"));
        assertThat(patch("web", "\"sessionAffinity\":\"ClientIP\"").at("spec.clusterIP"))
                .isEqualTo(web.at("spec.clusterIP"));
    }

    @Test
    void refusesAddressesThatAreTakenOrElsewhere() throws Exception {
        assertThat(create("web", PORT + ",\"clusterIP\":\"10.9.0.7\"").code()).isEqualTo(201);
        assertThat(create("b", PORT + ",\"clusterIP\":\"10.9.0.7\"").at("message"))
                .isEqualTo("Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.9.0.7\"]: "
                        + "failed to allocate IP 10.9.0.7: provided IP is already allocated");
        assertThat(create("b", PORT + ",\"clusterIP\":\"10.8.0.7\"").at("message"))
                .isEqualTo("Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.8.0.7\"]: failed to "
                        + "allocate IP 10.8.0.7: the provided IP (10.8.0.7) is not in the valid range. "
                        + "The range of valid IPs is 10.9.0.0/28");
        assertThat(create("b", PORT + ",\"ipFamilies\":[\"IPv6\"]").at("message"))
                .isEqualTo("Service \"b\" is invalid: spec.ipFamilies[0]: Invalid value: \"IPv6\": "
                        + "not configured on this cluster");
    }

    @Test
    void givesNoneToHeadlessAndExternalServices() throws Exception {
        assertThat(create("headless", "\"clusterIP\":\"None\"").at("spec.clusterIP"))
                .isEqualTo("None");
        assertThat(create("external", "\"type\":\"ExternalName\",\"externalName\":\"example.org\"")
                        .at("spec.clusterIP"))
                .isEmpty();
    }

    @Test
    void takesBackWhatADeletedServiceHad() throws Exception {
        create("web", PORT + ",\"type\":\"NodePort\",\"clusterIP\":\"10.9.0.7\"");
        String port = server.admin().get(PATH + "/web").at("spec.ports.0.nodePort");
        server.admin().delete(PATH + "/web");
        Answer again = create(
                "again",
                "\"type\":\"NodePort\",\"clusterIP\":\"10.9.0.7\",\"ports\":[{\"port\":80,\"nodePort\":%s}]"
                        .formatted(port));
        assertThat(again.code()).as(again.at("message")).isEqualTo(201);
    }

    @Test
    void takesBackWhatAServiceHadThatItsFinalizersHeld() throws Exception {
        server.admin()
                .post(
                        PATH,
                        "{\"metadata\":{\"name\":\"web\",\"finalizers\":[\"a.b/c\"]},\"spec\":{%s,\"clusterIP\":\"10.9.0.7\"}}"
                                .formatted(PORT));
        server.admin().delete(PATH + "/web");
        assertThat(create("again", PORT + ",\"clusterIP\":\"10.9.0.7\"").code()).isEqualTo(422);
        server.admin().patch(PATH + "/web", "application/merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(create("again", PORT + ",\"clusterIP\":\"10.9.0.7\"").code()).isEqualTo(201);
    }

    @Test
    void givesPortsOfTheNode() throws Exception {
        Answer web = create(
                "web",
                "\"type\":\"NodePort\",\"ports\":[{\"name\":\"t\",\"port\":53},{\"name\":\"u\",\"port\":53,"
                        + "\"protocol\":\"UDP\"},{\"name\":\"o\",\"port\":80}]");
        int first = Integer.parseInt(web.at("spec.ports.0.nodePort"));
        assertThat(first).isBetween(31_000, 31_003);
        assertThat(web.at("spec.ports.1.nodePort")).isEqualTo(Integer.toString(first));
        assertThat(web.at("spec.ports.2.nodePort")).isNotEqualTo(Integer.toString(first));

        assertThat(create("b", "\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"nodePort\":%d}]".formatted(first))
                        .at("message"))
                .isEqualTo("Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: " + first
                        + ": provided port is already allocated");
        assertThat(create("b", "\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"nodePort\":80}]")
                        .at("message"))
                .isEqualTo("Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is "
                        + "not in the valid range. The range of valid ports is 31000-31003");
    }

    @Test
    void followsTheTypeOfTheService() throws Exception {
        create("web", PORT + ",\"clusterIP\":\"10.9.0.7\"");
        Answer open = patch("web", "\"type\":\"NodePort\"");
        assertThat(open.at("spec.clusterIP")).isEqualTo("10.9.0.7");
        assertThat(open.at("spec.ports.0.nodePort")).startsWith("3100");

        Answer local = patch("web", "\"type\":\"LoadBalancer\",\"externalTrafficPolicy\":\"Local\"");
        assertThat(local.at("spec.ports.0.nodePort")).isEqualTo(open.at("spec.ports.0.nodePort"));
        assertThat(local.at("spec.healthCheckNodePort")).startsWith("3100");
        assertThat(keys("allotments/nodeports/")).hasSize(2);

        assertThat(patch("web", "\"type\":\"ClusterIP\"").at("spec.ports.0.nodePort"))
                .isEmpty();
        assertThat(keys("allotments/nodeports/")).isEmpty();

        patch("web", "\"type\":\"ExternalName\",\"externalName\":\"example.org\"");
        assertThat(keys("allotments/clusterips/")).containsExactly("allotments/clusterips/10.9.0.1");

        assertThat(patch("web", "\"type\":\"ClusterIP\",\"externalName\":null").at("spec.clusterIP"))
                .startsWith("10.9.0.");
        assertThat(keys("allotments/clusterips/")).hasSize(2);
    }

    @Test
    void rehearsesWithoutTakingAnything() throws Exception {
        Answer dry = server.admin()
                .post(PATH + "?dryRun=All", "{\"metadata\":{\"name\":\"web\"},\"spec\":{%s}}".formatted(PORT));
        assertThat(dry.at("spec.clusterIP")).startsWith("10.9.0.");
        assertThat(keys("allotments/clusterips/")).hasSize(1);
    }

    @Test
    void givesAllThereIsAndThenSaysSoAlsoAfterARestart() throws Exception {
        for (int i = 0; i < 13; i++) {
            assertThat(create("s" + i, PORT).code()).isEqualTo(201);
        }
        server.close();
        server = server();
        Answer full = create("last", PORT);
        assertThat(full.code()).isEqualTo(500);
        assertThat(full.at("message"))
                .isEqualTo(
                        "Internal error occurred: failed to allocate a serviceIP for Service \"last\": range is full");
        server.admin().delete(PATH + "/s3");
        assertThat(create("last", PORT).code()).isEqualTo(201);
    }

    @Test
    void twoServersOnOneEtcdNeverGiveTheSameTwice() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                TestingApiServer one = serverOn(etcd, "one");
                TestingApiServer other = serverOn(etcd, "other");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                TestingApiServer at = i % 2 == 0 ? one : other;
                String name = "s" + i;
                answers.add(threads.submit(() -> create(at, name, PORT)));
            }
            List<String> given = new ArrayList<>();
            for (Future<Answer> answer : answers) {
                if (answer.get().code() == 201) {
                    given.add(answer.get().at("spec.clusterIP"));
                }
            }
            assertThat(given).hasSize(13).doesNotHaveDuplicates().doesNotContain("10.9.0.1");
        }
    }

    private TestingApiServer serverOn(TestingEtcd etcd, String name) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        Store store = EtcdStore.open(EtcdOptions.at(etcd.endpoints()));
        return TestingApiServer.start(new ApiServer.Options(home, "127.0.0.1", 0, SMALL), store);
    }

    private List<String> keys(String prefix) {
        return server.store().range(prefix, "", 0, 0).entries().stream()
                .map(entry -> entry.key())
                .toList();
    }
}
