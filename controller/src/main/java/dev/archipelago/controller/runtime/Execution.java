package dev.archipelago.controller.runtime;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Effect;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Carries out one plan, a step at a time, so that a simulation can interleave other work between any two actions.
public final class Execution {
    private static final Logger log = LoggerFactory.getLogger(Execution.class);

    /// How many sequences of one key run at the same time.
    private static final int TOGETHER_MAX = 512;

    private final Key cause;
    private final String source;
    private final ClusterApi api;
    private final Expectations expectations;
    private final EventSink events;
    private final Plan plan;
    private final Deque<Step> steps;
    private int batch = 1;
    private @Nullable Failure failure;
    private boolean recovering;

    Execution(Key cause, String source, ClusterApi api, Expectations expectations, EventSink events, Plan plan) {
        this.cause = cause;
        this.source = source;
        this.api = api;
        this.expectations = expectations;
        this.events = events;
        this.plan = plan;
        this.steps = new ArrayDeque<>(plan.steps());
    }

    public Plan plan() {
        return plan;
    }

    public boolean isFinished() {
        return steps.isEmpty();
    }

    /// The first failure, if any.
    public Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    /// Runs the next step.
    ///
    /// @param together runs tasks in parallel, and returns when all have ended
    public void step(Parallel together) {
        switch (steps.remove()) {
            case Step.Do step -> settle(attempt(step));
            case Step.Say(var note) -> events.say(source, note);
            case Step.Together(List<List<Step.Do>> parts) -> {
                int now = Math.min(batch, parts.size());
                batch = Math.min(2 * batch, TOGETHER_MAX);
                if (now < parts.size()) {
                    steps.addFirst(new Step.Together(parts.subList(now, parts.size())));
                } else {
                    batch = 1;
                }
                runTogether(parts.subList(0, now), together);
            }
        }
    }

    /// Runs tasks at the same time, and returns when all have ended.
    public interface Parallel {
        Parallel IN_TURN = tasks -> tasks.forEach(Runnable::run);

        void run(List<Runnable> tasks);
    }

    private void runTogether(List<List<Step.Do>> parts, Parallel together) {
        if (parts.size() == 1) {
            settle(attemptAll(parts.getFirst()));
            return;
        }
        @Nullable Failure[] failures = new Failure[parts.size()];
        List<Runnable> tasks = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            int at = i;
            tasks.add(() -> failures[at] = attemptAll(parts.get(at)));
        }
        together.run(tasks);
        for (Failure failed : failures) {
            if (failed != null) {
                settle(failed);
                return;
            }
        }
    }

    /// Ends the plan after a failure, and queues the steps for that.
    private void settle(@Nullable Failure failed) {
        if (failed == null) {
            return;
        }
        steps.clear();
        batch = 1;
        if (!recovering) {
            recovering = true;
            failure = failed;
            try {
                steps.addAll(plan.afterFailure().apply(failed));
            } catch (RuntimeException e) {
                // The key must finish all the same, or it would never be planned again.
                log.error("{} could not plan the steps after a failure of {}", source, cause, e);
            }
        }
    }

    private @Nullable Failure attemptAll(List<Step.Do> sequence) {
        for (Step.Do step : sequence) {
            Failure failed = attempt(step);
            if (failed != null) {
                return failed;
            }
        }
        return null;
    }

    private @Nullable Failure attempt(Step.Do step) {
        try {
            perform(step.action());
        } catch (ApiException e) {
            return failed(step, e);
        } catch (RuntimeException e) {
            log.error("{} failed at {}", source, step.action(), e);
            return failed(step, new ApiException(Reason.INTERNAL_ERROR, e.toString()));
        }
        step.events().success().ifPresent(note -> events.say(source, note));
        return null;
    }

    private Failure failed(Step.Do step, ApiException reason) {
        step.events().failure().apply(reason).ifPresent(note -> events.say(source, note));
        return new Failure(step.action(), reason);
    }

    private void perform(Action action) {
        switch (action) {
            case Action.Create(Kind<?> kind, ObjectNode object) -> wrote(kind, api.create(kind, object));
            case Action.Update(Kind<?> kind, ObjectNode object, String subresource) ->
                wrote(kind, api.update(kind, object, subresource));
            case Action.Patch patch ->
                wrote(
                        patch.kind(),
                        api.patch(patch.kind(), patch.key(), patch.subresource(), patch.body(), patch.force()));
            case Action.Delete delete -> delete(delete);
            case Action.Bind(Key pod, ObjectNode binding) -> api.bind(pod, binding);
            case Action.Confirm confirm -> confirm(confirm);
            case Action.ConfirmNone none -> confirm(none);
            case Action.Perform(Effect effect) -> effect.perform();
        }
    }

    private void wrote(Kind<?> kind, Stored result) {
        expectations.wrote(cause, kind, result);
    }

    private void delete(Action.Delete delete) {
        if (delete.key().name().isEmpty()) {
            api.deleteAll(delete.kind(), delete.key().namespace());
            return;
        }
        Optional<Stored> left;
        try {
            left = api.delete(delete.kind(), delete.key(), delete.options());
        } catch (ApiException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
            left = Optional.empty();
        }
        if (left.isPresent()) {
            wrote(delete.kind(), left.get());
        } else {
            expectations.removed(
                    cause, delete.kind(), delete.key(), delete.options().uid());
        }
    }

    private void confirm(Action.Confirm confirm) {
        Optional<ApiObject> found = api.get(confirm.kind(), confirm.key())
                .map(ApiObject.class::cast)
                .filter(object -> confirm.uid().isEmpty() || object.uid().equals(confirm.uid()));
        if (!confirm.fact().holds().test(found)) {
            throw refused(confirm.kind(), confirm.key().name(), confirm.fact().otherwise());
        }
    }

    private void confirm(Action.ConfirmNone none) {
        if (api.hasAny(none.kind(), none.namespace())) {
            throw refused(none.kind(), "", "there still are some in namespace " + none.namespace());
        }
    }

    private static ApiException refused(Kind<?> kind, String name, String reason) {
        return ApiException.conflict(kind.type().group(), kind.resource(), name, reason);
    }
}
