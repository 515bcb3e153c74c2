package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Many clients that change one object at the same time.
@ExtendWith(OwnServer.class)
class ConcurrentUpdatesIT {
    private static final String PATH = "/api/v1/namespaces/default/configmaps";
    private static final int ROUNDS = 40;
    private static final int CLIENTS = 8;

    @Test
    void oneUpdateOfAVersionWinsAndAllOthersConflict(TestingApiServer server) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TestingClient client = server.admin();
            String version =
                    client.post(PATH, "{\"metadata\":{\"name\":\"contended\"}}").at("metadata.resourceVersion");
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<Integer>> answers = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    String body = """
                            {"metadata":{"name":"contended","resourceVersion":"%s"},\
                            "data":{"by":"%d.%d"}}""".formatted(version, round, i);
                    answers.add(threads.submit(
                            () -> client.put(PATH + "/contended", body).code()));
                }
                List<Integer> codes = new ArrayList<>();
                for (Future<Integer> answer : answers) {
                    codes.add(answer.get());
                }
                assertThat(codes).containsOnly(200, 409).containsOnlyOnce(200);
                version = client.get(PATH + "/contended").at("metadata.resourceVersion");
            }
        }
    }
}
