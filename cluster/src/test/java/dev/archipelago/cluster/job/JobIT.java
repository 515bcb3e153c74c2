package dev.archipelago.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.cluster.testing.Waiting;
import dev.archipelago.cluster.testing.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class JobIT {
    private TestingApiServer server;
    private TestingControllers controllers;
    private ClusterApi api;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        controllers = new TestingControllers(
                server, caches -> List.of(new JobReconciler(caches), new ShortLivedPods(caches)));
        api = TestingControllers.api(server, "test");
    }

    @AfterEach
    void stop() {
        controllers.close();
        server.close();
    }

    private void create(String spec, String tag) {
        api.create(Job.KIND, World.yaml("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work, namespace: default}
                spec: {%s template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'i:%s'}]}}}
                """.formatted(spec, tag)));
    }

    private Job ended(String condition) throws InterruptedException {
        return Waiting.until(api, Job.KIND, "work", job -> Conditions.isTrue(job.status(), condition));
    }

    @Test
    void works() throws Exception {
        create("completions: 12, parallelism: 4,", "works");
        Job job = ended("Complete");
        assertThat(job.status().path("succeeded").asInt()).isEqualTo(12);
        Waiting.untilCount(api, Pod.KIND, 12);
        assertThat(api.list(Pod.KIND).objects())
                .allMatch(pod -> "work".equals(pod.labels().get("batch.kubernetes.io/job-name")));
    }

    @Test
    void fails() throws Exception {
        create("backoffLimit: 0,", "fails");
        assertThat(ended("Failed").status().path("failed").asInt()).isEqualTo(1);
    }

    @Test
    void isHeldBackRunsTooLongAndGoes() throws Exception {
        create("suspend: true, activeDeadlineSeconds: 1, ttlSecondsAfterFinished: 1,", "lasts");
        Waiting.until(api, Job.KIND, "work", job -> Conditions.isTrue(job.status(), "Suspended"));
        ObjectNode tree =
                api.get(Job.KIND, new Key("default", "work")).orElseThrow().tree();
        tree.withObjectProperty("spec").put("suspend", false);
        api.update(Job.KIND, tree, "");
        Waiting.untilCount(api, Pod.KIND, 1);
        Waiting.untilCount(api, Pod.KIND, 0);
        Waiting.untilCount(api, Job.KIND, 0);
    }
}
