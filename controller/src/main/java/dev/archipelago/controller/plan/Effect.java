package dev.archipelago.controller.plan;

/// A change outside the API that a planner has decided: a value until it is performed.
public interface Effect {
    /// Makes the change. Performed twice it is made once.
    void perform();
}
