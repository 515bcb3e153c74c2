package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.testing.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real program with a small heap, and users who write a zero too many.
class AbsurdNumbersIT {
    private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
    private static final String SET = """
            {"metadata":{"name":"%s"},"spec":{"replicas":2000000000,"serviceName":"x",
            "selector":{"matchLabels":{"a":"%s"}},"template":{"metadata":{"labels":{"a":"%s"}},
            "spec":{"containers":[{"name":"c","image":"i"}]}}}}
            """;

    @TempDir
    private Path home;

    @Test
    void aSetOfTwoThousandMillionReplicasIsRefused() throws Exception {
        try (ServerProcess cluster =
                ServerProcess.start("cluster", home.resolve("data"), List.of("--port", "0", "--dns-port", "0"))) {
            TestingClient.Answer answer = cluster.client().post(SETS, SET.formatted("web", "web", "web"));
            assertThat(answer.code()).isEqualTo(422);
            assertThat(answer.text()).contains("spec.replicas: Invalid value: 2000000000");
        }
    }

    @Test
    void aClusterThatTakesItMakesOneAfterTheOtherAndComesUpAgain() throws Exception {
        List<String> options =
                List.of("--port", "0", "--dns-port", "0", "--nodes", "1", "--max-replicas", "2147483647");
        try (ServerProcess cluster = ServerProcess.start("cluster", home.resolve("data"), options)) {
            TestingClient client = cluster.client();
            assertThat(client.post(SETS, SET.formatted("web", "web", "web")).code())
                    .isEqualTo(201);
            awaitPod(client, "web-2");
        }
        try (ServerProcess cluster = ServerProcess.start("cluster", home.resolve("data"), options)) {
            TestingClient client = cluster.client();
            awaitPod(client, "web-2");
            assertThat(client.post(SETS, SET.formatted("db", "db", "db")).code())
                    .isEqualTo(201);
            awaitPod(client, "db-0");
        }
    }

    private static void awaitPod(TestingClient client, String name) throws InterruptedException {
        for (int i = 0; client.get("/api/v1/namespaces/default/pods/" + name).code() != 200; i++) {
            assertThat(i).as("tries to find " + name).isLessThan(600);
            Thread.sleep(100);
        }
    }

    @Test
    void aProcessWhoseHeapIsFullEndsAndSaysSo() throws Exception {
        List<String> command = new ArrayList<>(ForkedJvm.command(Main.class));
        command.removeLast();
        command.addAll(Files.readAllLines(Path.of("launch", "java.options")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList());
        command.addAll(List.of("-Xmx64m", HeapFiller.class.getName()));
        Path errors = home.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .redirectError(errors.toFile())
                .redirectOutput(home.resolve("stdout").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(Files.readString(errors)).contains("archipelago: the heap is full and the process ends");
    }

    /// Fills the heap in a thread beside the main one, which would wait for ever.
    static final class HeapFiller {
        private HeapFiller() {}

        public static void main(String[] arguments) throws InterruptedException {
            List<byte[]> all = new ArrayList<>();
            Thread filling = Thread.ofPlatform().start(() -> {
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            });
            filling.join();
            System.out.println("the heap was not full after " + all.size() + " MiB");
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
