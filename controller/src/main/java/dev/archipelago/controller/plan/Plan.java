package dev.archipelago.controller.plan;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The steps to be carried out for one key, in order. The first failure ends the plan, and the next plan is made from
/// what the planner observes then.
///
/// @param lookAgain when to plan again without a change
/// @param afterFailure the steps after a failure, such as reporting it in the status
/// @param whenDone is called with the result, so that the planner's process can remember it
public record Plan(
        List<Step> steps,
        Optional<Instant> lookAgain,
        Function<Failure, List<Step>> afterFailure,
        Consumer<Optional<Failure>> whenDone) {
    public static final Plan NOTHING = new Plan(List.of(), Optional.empty(), failure -> List.of(), outcome -> {});

    public Plan {
        steps = List.copyOf(steps);
    }

    /// The same plan with other steps.
    public Plan withSteps(List<Step> other) {
        return new Plan(other, lookAgain, afterFailure, whenDone);
    }

    /// The same plan, which is made again at a time.
    public Plan withLookAgain(Instant at) {
        return new Plan(steps, Optional.of(at), afterFailure, whenDone);
    }

    /// The same plan with an additional listener for its result.
    public Plan withWhenDone(Consumer<Optional<Failure>> listener) {
        return new Plan(steps, lookAgain, afterFailure, whenDone.andThen(listener));
    }

    public static Builder builder() {
        return new Builder();
    }

    /// Every action, in order.
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        for (Step step : steps) {
            switch (step) {
                case Step.Do(Action action, ActionEvents events) -> actions.add(action);
                case Step.Together(List<List<Step.Do>> sequences) ->
                    sequences.forEach(sequence -> sequence.forEach(part -> actions.add(part.action())));
                case Step.Say say -> {}
            }
        }
        return actions;
    }

    /// Builds a plan.
    public static final class Builder {
        private final List<Step> steps = new ArrayList<>();
        private Optional<Instant> lookAgain = Optional.empty();
        private Function<Failure, List<Step>> afterFailure = failure -> List.of();

        private Builder() {}

        public Builder create(Kind<?> kind, ObjectNode object) {
            return perform(new Action.Create(kind, object));
        }

        public Builder update(Kind<?> kind, ObjectNode object) {
            return perform(new Action.Update(kind, object, ""));
        }

        public Builder updateStatus(Kind<?> kind, ObjectNode object) {
            return perform(new Action.Update(kind, object, "status"));
        }

        public Builder patch(Kind<?> kind, Key key, PatchBody body) {
            return perform(new Action.Patch(kind, key, "", body, false));
        }

        /// Deletes this object, by its uid.
        public <T extends ApiObject> Builder delete(Kind<T> kind, T object) {
            return perform(deletion(kind, object));
        }

        public Builder perform(Action action) {
            return perform(action, ActionEvents.NONE);
        }

        public Builder perform(Action action, ActionEvents events) {
            steps.add(new Step.Do(action, events));
            return this;
        }

        public Builder together(List<List<Step.Do>> sequences) {
            if (!sequences.isEmpty()) {
                steps.add(new Step.Together(sequences));
            }
            return this;
        }

        public Builder say(EventNote note) {
            steps.add(new Step.Say(note));
            return this;
        }

        /// Plans again at this time at the latest.
        public Builder lookAgain(Instant at) {
            lookAgain = Optional.of(lookAgain.filter(at::isAfter).orElse(at));
            return this;
        }

        public Builder afterFailure(Function<Failure, List<Step>> recovery) {
            afterFailure = recovery;
            return this;
        }

        public Plan build() {
            return new Plan(steps, lookAgain, afterFailure, outcome -> {});
        }
    }

    /// The deletion of this object by its uid, with its own grace period.
    public static <T extends ApiObject> Action.Delete deletion(Kind<T> kind, T object) {
        return new Action.Delete(
                kind, object.key(), new DeleteOptions(false, Optional.empty(), Optional.empty(), object.uid(), ""));
    }
}
