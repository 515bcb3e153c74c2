package dev.archipelago.controller.plan;

import java.util.List;

/// A step of a plan. The next begins when this one has succeeded.
public sealed interface Step {

    record Do(Action action, ActionEvents events) implements Step {}

    /// Sequences that may run at the same time. Each ends at its first failure. They start in batches of growing
    /// size, so that a permanent error fails few times.
    record Together(List<List<Do>> sequences) implements Step {
        public Together {
            sequences = List.copyOf(sequences);
        }
    }

    record Say(EventNote note) implements Step {}
}
