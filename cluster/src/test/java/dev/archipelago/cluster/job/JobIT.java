package dev.archipelago.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.TestingCluster;
import dev.archipelago.cluster.testing.Waiting;
import dev.archipelago.cluster.testing.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

class JobIT {
    @RegisterExtension
    final TestingCluster cluster =
            new TestingCluster(caches -> List.of(new JobReconciler(caches), new ShortLivedPods(caches)));

    private void create(String spec, String tag) {
        cluster.api().create(Job.KIND, World.yaml("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work, namespace: default}
                spec: {%s template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'i:%s'}]}}}
                """.formatted(spec, tag)));
    }

    private Job ended(String condition) throws InterruptedException {
        return Waiting.until(cluster.api(), Job.KIND, "work", job -> Conditions.isTrue(job.status(), condition));
    }

    @Test
    void works() throws Exception {
        create("completions: 12, parallelism: 4,", "works");
        Job job = ended("Complete");
        assertThat(job.status().path("succeeded").asInt()).isEqualTo(12);
        Waiting.untilCount(cluster.api(), Pod.KIND, 12);
        assertThat(cluster.api().list(Pod.KIND).objects())
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
        Waiting.until(cluster.api(), Job.KIND, "work", job -> Conditions.isTrue(job.status(), "Suspended"));
        ObjectNode tree = cluster.api()
                .get(Job.KIND, new Key("default", "work"))
                .orElseThrow()
                .tree();
        tree.withObjectProperty("spec").put("suspend", false);
        cluster.api().update(Job.KIND, tree, "");
        Waiting.untilCount(cluster.api(), Pod.KIND, 1);
        Waiting.untilCount(cluster.api(), Pod.KIND, 0);
        Waiting.untilCount(cluster.api(), Job.KIND, 0);
    }
}
