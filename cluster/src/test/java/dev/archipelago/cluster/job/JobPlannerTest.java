package dev.archipelago.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Job;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JobPlannerTest {
    private final World world = new World();
    private final JobReconciler jobs = new JobReconciler(world.caches());

    /// @param spec part of a YAML map, with a comma at its end
    private void create(String spec, String tag) {
        world.with(jobs, new ShortLivedPods(world.caches()));
        world.create(Job.KIND, """
                metadata: {name: work}
                spec: {%s selector: {matchLabels: {job: work}}, template: {
                  metadata: {labels: {job: work}}, spec: {containers: [{name: c, image: 'i:%s'}]}}}
                """.formatted(spec, tag));
        world.settle();
    }

    private void settled() {
        world.settle();
        assertThat(plan().steps()).isEmpty();
    }

    private Plan plan() {
        return jobs.plan(new Key("default", "work"), world.now());
    }

    private JsonNode status() {
        return world.get(Job.KIND, "work").status();
    }

    private String reason(String condition) {
        return Conditions.isTrue(status(), condition)
                ? Conditions.find(status(), condition).path("reason").asString("")
                : "";
    }

    @Test
    void isCompleteWhenEnoughPodsHaveSucceeded() {
        create("completions: 5, parallelism: 2,", "works");
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(5).allMatch(Pod::isOver);
        assertThat(status().path("succeeded").asInt()).isEqualTo(5);
        assertThat(status().path("active").asInt(0)).isZero();
        assertThat(status().has("startTime")).isTrue();
        assertThat(status().has("completionTime")).isTrue();
        assertThat(reason("Complete")).isEqualTo("CompletionsReached");
        assertThat(reason("SuccessCriteriaMet")).isEqualTo("CompletionsReached");
        assertThat(world.events()).endsWith("Completed: Job completed").hasSize(6);
    }

    @Test
    void aDeadlineThatNobodyWillSeeIsOne() {
        create("activeDeadlineSeconds: 9223372036854775807, completions: 2147483647, parallelism: 2,", "lasts");
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(2);
        assertThat(plan().lookAgain()).hasValueSatisfying(end -> assertThat(end).isAfter(world.now()));
    }

    @Test
    void runsAsManyAtATimeAsAskedFor() {
        create("completions: 10, parallelism: 3,", "lasts");
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(3);
        assertThat(status().path("active").asInt()).isEqualTo(3);
        world.edit(Job.KIND, "work", tree -> tree.withObjectProperty("spec").put("parallelism", 1));
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(1);
        end("Succeeded");
        settled();
        assertThat(status().path("succeeded").asInt()).isEqualTo(1);
        assertThat(status().path("active").asInt()).isEqualTo(1);
    }

    /// Ends the running pod.
    private void end(String phase) {
        Pod running = world.all(Pod.KIND).stream()
                .filter(pod -> !pod.isOver())
                .findFirst()
                .orElseThrow();
        world.editStatus(Pod.KIND, running.name(), status -> status.put("phase", phase));
    }

    @Test
    void stopsMakingPodsWhenOneSaysThatTheWorkIsDone() {
        create("parallelism: 2,", "lasts");
        settled();
        end("Succeeded");
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(2);
        assertThat(status().has("conditions")).isFalse();
        end("Succeeded");
        settled();
        assertThat(reason("Complete")).isEqualTo("CompletionsReached");
    }

    @Test
    void triesAgainAfterAPauseThatGrowsAndThenGivesUp() {
        create("completions: 1, backoffLimit: 2,", "fails");
        for (int seconds : List.of(10, 20)) {
            settled();
            assertThat(world.nextLook()).contains(world.now().plusSeconds(seconds));
            world.pass(Duration.ofSeconds(seconds));
        }
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(3);
        assertThat(status().path("failed").asInt()).isEqualTo(3);
        assertThat(reason("Failed")).isEqualTo("BackoffLimitExceeded");
        assertThat(reason("FailureTarget")).isEqualTo("BackoffLimitExceeded");
        assertThat(status().has("completionTime")).isFalse();
        assertThat(world.events()).contains("BackoffLimitExceeded: Job has reached the specified backoff limit");
        assertThat(world.nextLook()).isEmpty();
    }

    @Test
    void countsPodsThatHaveGone() {
        create("completions: 2,", "lasts");
        end("Succeeded");
        settled();
        world.remove(
                Pod.KIND,
                world.all(Pod.KIND).stream()
                        .filter(Pod::isOver)
                        .findFirst()
                        .orElseThrow()
                        .name());
        settled();
        assertThat(status().path("succeeded").asInt()).isEqualTo(1);
    }

    @Test
    void endsOnlyWhenItsLastPodHas() {
        create("completions: 1, activeDeadlineSeconds: 60,", "lasts");
        settled();
        assertThat(world.nextLook()).contains(world.now().plusSeconds(60));
        world.pass(Duration.ofSeconds(60));
        world.carryOut(plan());
        assertThat(reason("FailureTarget")).isEqualTo("DeadlineExceeded");
        assertThat(reason("Failed")).isEmpty();
        settled();
        assertThat(world.all(Pod.KIND)).isEmpty();
        assertThat(reason("Failed")).isEqualTo("DeadlineExceeded");
    }

    @Test
    void isHeldBackAndGoesOn() {
        create("completions: 1, suspend: true,", "lasts");
        settled();
        assertThat(world.all(Pod.KIND)).isEmpty();
        assertThat(reason("Suspended")).isEqualTo("JobSuspended");
        assertThat(status().has("startTime")).isFalse();
        world.edit(Job.KIND, "work", tree -> tree.withObjectProperty("spec").put("suspend", false));
        settled();
        assertThat(world.all(Pod.KIND)).hasSize(1);
        assertThat(Conditions.find(status(), "Suspended").path("reason").asString())
                .isEqualTo("JobResumed");
        assertThat(status().has("startTime")).isTrue();
        world.edit(Job.KIND, "work", tree -> tree.withObjectProperty("spec").put("suspend", true));
        settled();
        assertThat(world.all(Pod.KIND)).isEmpty();
        assertThat(status().has("startTime")).isFalse();
        assertThat(world.events())
                .contains("Suspended: Job suspended", "Resumed: Job resumed")
                .filteredOn(text -> text.startsWith("Suspended"))
                .hasSize(2);
    }

    @Test
    void goesWhenItsTimeHasCome() {
        create("completions: 1, ttlSecondsAfterFinished: 30,", "works");
        settled();
        assertThat(world.nextLook()).contains(world.now().plusSeconds(30));
        world.pass(Duration.ofSeconds(30));
        assertThat(plan().actions()).singleElement().isInstanceOf(Action.Delete.class);
        world.settle();
        assertThat(world.find(Job.KIND, "work")).isEmpty();
    }

    @Test
    void leavesJobsOfOthersAlone() {
        create("completions: 1, completionMode: Indexed,", "works");
        assertThat(world.all(Pod.KIND)).isEmpty();
    }
}
