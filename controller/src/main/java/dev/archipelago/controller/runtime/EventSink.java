package dev.archipelago.controller.runtime;

import dev.archipelago.controller.plan.EventNote;

/// Tells people what happens.
@FunctionalInterface
public interface EventSink {
    EventSink SILENT = (source, remark) -> {};

    /// Never blocks and never fails.
    ///
    /// @param source the controller that speaks
    void say(String source, EventNote remark);
}
