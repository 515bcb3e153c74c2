package dev.archipelago.controller.runtime;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.Things;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionTest {
    private static final Key CAUSE = new Key("default", "cause");
    private static final AnyObject ABOUT = Things.at(1, "about", "u");

    private final FakeClusterApi api = new FakeClusterApi();
    private final Caches caches = new Caches();
    private final Expectations expectations = new Expectations(caches);
    private final List<String> events = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();

    private Execution run(Plan plan) {
        Execution execution = new Execution(
                CAUSE, "tester", api, expectations, (source, note) -> events.add(source + ": " + note.message()), plan);
        while (!execution.isFinished()) {
            execution.step(tasks -> {
                batches.add(tasks.size());
                tasks.forEach(Runnable::run);
            });
        }
        return execution;
    }

    private static Step.Do create(String name) {
        return new Step.Do(
                new Action.Create(CONFIG_MAPS, Things.configMap("default", name)),
                ActionEvents.of(note("made " + name), reason -> note("did not make " + name)));
    }

    private static EventNote note(String message) {
        return EventNote.normal(CONFIG_MAPS, ABOUT, "Why", message);
    }

    private void failAt(String name) {
        api.fail(call -> {
            if (call.endsWith('/' + name)) {
                throw new ApiException(Reason.FORBIDDEN, "not that");
            }
        });
    }

    private static Plan plan(Step... steps) {
        return Plan.NOTHING.withSteps(List.of(steps));
    }

    @Test
    void stepsAreTakenInOrder() {
        Execution execution = run(plan(create("a"), new Step.Say(note("well")), create("b")));

        assertThat(execution.failure()).isEmpty();
        assertThat(api.calls()).containsExactly("create ConfigMap default/a", "create ConfigMap default/b");
        assertThat(events).containsExactly("tester: made a", "tester: well", "tester: made b");
    }

    @Test
    void theFirstFailureEndsThePlan() {
        failAt("b");
        Execution execution = run(plan(create("a"), create("b"), create("c"), new Step.Say(note("never"))));

        assertThat(execution.failure().orElseThrow().reason().reason()).isEqualTo(Reason.FORBIDDEN);
        assertThat(api.calls()).containsExactly("create ConfigMap default/a", "create ConfigMap default/b");
        assertThat(events).containsExactly("tester: made a", "tester: did not make b");
    }

    @Test
    void afterAFailureIsDoneWhatIsToBeDoneThen() {
        failAt("b");
        Plan plan = Plan.builder()
                .perform(create("b").action())
                .afterFailure(failure -> List.of(create("c"), create("b"), create("d")))
                .build();

        Execution execution = run(plan);

        assertThat(execution.failure().orElseThrow().action())
                .isSameAs(plan.actions().getFirst());
        assertThat(api.calls())
                .as("as far as it goes, and not again")
                .containsExactly(
                        "create ConfigMap default/b", "create ConfigMap default/c", "create ConfigMap default/b");
    }

    @Test
    void aPlanThatDoesNotKnowWhatToDoAfterAFailureEnds() {
        failAt("b");
        Execution execution = run(Plan.builder()
                .perform(create("b").action())
                .afterFailure(failure -> {
                    throw new IllegalStateException("no idea");
                })
                .build());

        assertThat(execution.failure()).isPresent();
    }

    @Test
    void manyBeginOneByOneAndThenEverMore() {
        run(Plan.builder().together(sequences(20, 0)).together(sequences(3, 20)).build());

        assertThat(api.calls()).hasSize(23);
        // A single sequence needs no thread.
        assertThat(batches).containsExactly(2, 4, 8, 5, 2);
    }

    @Test
    void howMuchRunsTogetherIsBounded() {
        run(Plan.builder().together(sequences(2000, 0)).build());

        assertThat(batches).containsExactly(2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 465);
        assertThat(api.all()).hasSize(2000);
    }

    @Test
    void aFailureAmongManyEndsTheRest() {
        failAt("m4");
        Plan plan = Plan.builder()
                .together(sequences(20, 0))
                .perform(create("never").action())
                .afterFailure(failure -> List.of(new Step.Together(sequences(3, 100))))
                .build();

        Execution execution = run(plan);

        assertThat(execution.failure()).isPresent();
        assertThat(batches)
                .as("those under way finish, and then it begins slowly again")
                .containsExactly(2, 4, 2);
        assertThat(api.calls())
                .hasSize(7 + 3)
                .contains("create ConfigMap default/m6")
                .doesNotContain("create ConfigMap default/m7");
    }

    private static List<List<Step.Do>> sequences(int count, int from) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> List.of(create("m" + i)))
                .toList();
    }

    @Test
    void aSequenceAmongManyEndsAtItsFirstFailure() {
        failAt("b");
        run(Plan.builder()
                .together(List.of(List.of(create("a"), create("b"), create("c"))))
                .build());

        assertThat(api.calls()).containsExactly("create ConfigMap default/a", "create ConfigMap default/b");
    }

    @Test
    void whatIsGoneAlreadyIsDeleted() {
        Execution execution =
                run(plan(new Step.Do(Plan.deletion(CONFIG_MAPS, ABOUT), ActionEvents.NONE), create("next")));

        assertThat(execution.failure()).isEmpty();
        assertThat(api.calls()).containsExactly("delete ConfigMap default/about", "create ConfigMap default/next");
    }

    @Test
    void aConfirmationIsOfThisVeryObject() {
        var node = Things.configMap("default", "one");
        node.withObject("/metadata").put("uid", "right");
        api.create(CONFIG_MAPS, node);

        assertThat(run(plan(confirm("one", "right"))).failure()).isEmpty();
        assertThat(run(plan(confirm("one", "wrong")))
                        .failure()
                        .orElseThrow()
                        .reason()
                        .reason())
                .isEqualTo(Reason.CONFLICT);
        assertThat(run(plan(confirm("none", "right"))).failure()).isPresent();
        var going = api.tree(CONFIG_MAPS, new Key("default", "one"));
        going.withObject("/metadata").put("deletionTimestamp", "2030-01-01T00:00:00Z");
        api.update(CONFIG_MAPS, going, "");
        assertThat(run(plan(confirm("one", "right"))).failure())
                .as("being deleted")
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({"one, true", "none, false"})
    void aFactIsAskedOfWhatIsThereNow(String name, boolean there) {
        api.create(CONFIG_MAPS, Things.configMap("default", "one"));
        List<Optional<ApiObject>> asked = new ArrayList<>();
        Fact fact = new Fact(asked::add, "never");

        Action confirm = new Action.Confirm(CONFIG_MAPS, new Key("default", name), "", fact);

        assertThat(run(plan(new Step.Do(confirm, ActionEvents.NONE))).failure()).isEmpty();
        assertThat(asked)
                .singleElement()
                .satisfies(found ->
                        assertThat(found.map(ApiObject::name)).isEqualTo(there ? Optional.of(name) : Optional.empty()));
    }

    @Test
    void aFactThatDoesNotHoldSaysWhatIsTheCase() {
        Action confirm =
                new Action.Confirm(CONFIG_MAPS, new Key("default", "one"), "", new Fact(_ -> false, "it snows"));

        assertThat(run(plan(new Step.Do(confirm, ActionEvents.NONE)))
                        .failure()
                        .orElseThrow()
                        .reason())
                .hasMessageContaining("configmaps \"one\": it snows");
    }

    @ParameterizedTest
    @CsvSource({"default, false", "elsewhere, true"})
    void thatANamespaceHasNoneIsConfirmedByALook(String namespace, boolean none) {
        api.create(CONFIG_MAPS, Things.configMap("default", "one"));

        Step.Do step = new Step.Do(new Action.ConfirmNone(CONFIG_MAPS, namespace), ActionEvents.NONE);

        assertThat(run(plan(step)).failure().isEmpty()).isEqualTo(none);
    }

    private static Step.Do confirm(String name, String uid) {
        return new Step.Do(new Action.Confirm(CONFIG_MAPS, new Key("default", name), uid), ActionEvents.NONE);
    }

    @Test
    void whatIsWrittenIsWaitedFor() {
        caches.of(CONFIG_MAPS);
        run(plan(create("a")));

        assertThat(expectations.areMet(CAUSE, () -> {})).isFalse();
        caches.of(CONFIG_MAPS).progressed(101);
        assertThat(expectations.areMet(CAUSE, () -> {})).isTrue();
    }
}
