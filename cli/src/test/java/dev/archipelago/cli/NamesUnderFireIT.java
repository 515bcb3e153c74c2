package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods are killed at random while dig asks for all of them: no answer may be a wrong one.
///
/// `-Dfire.seconds` is the duration.
class NamesUnderFireIT {
    private static final String ZONE = ".web.default.svc.cluster.local";
    private static final long SECONDS = Long.getLong("fire.seconds", 6);

    @TempDir
    private Path home;

    @Test
    void noNameLeadsToAWrongAddress() throws Exception {
        try (TestingCluster cluster = TestingCluster.start(home)) {
            cluster.apply(TestingCluster.SERVICE);
            cluster.apply(TestingCluster.SET.replace(
                    "serviceName: web", "serviceName: web\n  podManagementPolicy: Parallel"));
            cluster.rollOut();
            try (RemoteClusterApi api =
                    RemoteClusterApi.connect(Kubeconfig.read(cluster.kubeconfig()), "fire", "fire")) {
                Addresses addresses = new Addresses();
                ClusterApi.Listing<Pod> all = api.list(Pod.KIND);
                all.objects().forEach(addresses::changed);
                try (ClusterApi.Subscription _ = api.watch(Pod.KIND, all.resourceVersion(), addresses)) {
                    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                    CompletableFuture<Integer> kills = CompletableFuture.supplyAsync(() -> kill(api, end));
                    int answers = ask(cluster, addresses, end);
                    System.err.printf("%d pods killed, %d answers%n", kills.get(), answers);
                    assertThat(answers).isPositive();
                }
                cluster.await(
                        () -> cluster.kubectl().ok("get", "sts/web", "-o", "jsonpath={.status.readyReplicas}"), "5");
            }
        }
    }

    private static int kill(ClusterApi api, long end) {
        SplittableRandom random = new SplittableRandom();
        int kills = 0;
        while (System.nanoTime() < end) {
            Key pod = new Key("default", "web-" + random.nextInt(TestingCluster.MEMBERS));
            Optional<Long> grace = random.nextBoolean() ? Optional.of(0L) : Optional.empty();
            try {
                api.delete(Pod.KIND, pod, new DeleteOptions(false, grace, Optional.empty(), "", ""));
                kills++;
                Thread.sleep(random.nextInt(300));
            } catch (ApiException e) {
                Thread.onSpinWait(); // It is not back yet.
            } catch (InterruptedException e) {
                return kills;
            }
        }
        return kills;
    }

    /// @return the number of checked records
    private static int ask(TestingCluster cluster, Addresses addresses, long end) throws Exception {
        int answers = 0;
        while (System.nanoTime() < end) {
            long asked = System.nanoTime();
            List<String> questions = new ArrayList<>(List.of("+noall", "+answer", "+additional"));
            IntStream.range(0, TestingCluster.MEMBERS).forEach(i -> questions.addAll(List.of("web-" + i + ZONE, "A")));
            questions.addAll(List.of("web.default.svc.cluster.local", "A"));
            questions.addAll(List.of("_http._tcp" + ZONE, "SRV"));
            addresses.known().forEach(address -> questions.addAll(List.of("-x", address)));
            for (String line :
                    cluster.dig().ask(questions.toArray(String[]::new)).lines().toList()) {
                Optional<Answer> answer = Answer.parse(line);
                if (answer.isPresent()) {
                    addresses.judge(answer.get(), asked);
                    answers++;
                }
            }
        }
        addresses.assertNothingWrong();
        return answers;
    }
}
