package dev.archipelago.controller.runtime;

import dev.archipelago.controller.plan.Remark;

/// Tells people what happens.
@FunctionalInterface
public interface Narrator {
    Narrator SILENT = (source, remark) -> {};

    /// Never blocks and never fails.
    ///
    /// @param source the controller that speaks
    void say(String source, Remark remark);
}
