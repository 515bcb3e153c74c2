package dev.archipelago.controller.events;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static dev.archipelago.controller.testing.Things.NAMESPACES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.testing.Things;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class EventRecorderIT {

    @Test
    void aServerTakesWhatIsWritten(@TempDir Path directory) throws Exception {
        try (TestingApiServer server = TestingApiServer.start(directory);
                RemoteClusterApi api = RemoteClusterApi.connect(Kubeconfig.read(server.kubeconfig()), "t", "t")) {
            EventRecorder recorder = new EventRecorder(
                    api,
                    InstantSource.system(),
                    RandomGenerator.getDefault(),
                    Runnable::run,
                    new EventMetrics(new PrometheusRegistry()));
            AnyObject map = CONFIG_MAPS.read(api.create(CONFIG_MAPS, Things.configMap("kube-system", "one")));
            AnyObject namespace = api.get(NAMESPACES, Key.global("default")).orElseThrow();

            recorder.say("tester", EventNote.normal(CONFIG_MAPS, map, "Made", "it is there"));
            recorder.say("tester", EventNote.normal(CONFIG_MAPS, map, "Made", "it is there"));
            recorder.say("tester", EventNote.warning(NAMESPACES, namespace, "Odd", "it is in no namespace"));

            JsonNode ofMap = server.admin()
                    .get("/api/v1/namespaces/kube-system/events")
                    .json()
                    .path("items");
            assertThat(ofMap).hasSize(1);
            assertThat(ofMap.path(0).path("count").asInt()).isEqualTo(2);
            assertThat(server.admin().get("/api/v1/namespaces/default/events").at("items.0.involvedObject.kind"))
                    .isEqualTo("Namespace");
        }
    }
}
