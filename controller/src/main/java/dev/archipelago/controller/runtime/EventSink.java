package dev.archipelago.controller.runtime;

import dev.archipelago.controller.plan.EventNote;

/// Receives the events of controllers.
@FunctionalInterface
public interface EventSink {
    EventSink SILENT = (source, note) -> {};

    /// Never blocks and never fails.
    ///
    /// @param source the reporting controller
    void say(String source, EventNote note);
}
