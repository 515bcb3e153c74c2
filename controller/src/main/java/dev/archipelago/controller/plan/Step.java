package dev.archipelago.controller.plan;

import java.util.List;

/// A part of a plan. The next begins when this one has succeeded.
public sealed interface Step {

    record Do(Action action, Narration narration) implements Step {}

    /// Actions that may run at the same time. First one, then ever more of them, so that what fails always fails
    /// rarely.
    record Together(List<Do> actions) implements Step {
        public Together {
            actions = List.copyOf(actions);
        }
    }

    record Say(Remark remark) implements Step {}
}
