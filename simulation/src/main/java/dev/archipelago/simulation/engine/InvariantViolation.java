package dev.archipelago.simulation.engine;

/// A violated invariant.
public final class InvariantViolation extends RuntimeException {
    public InvariantViolation(String message) {
        super(message);
    }
}
