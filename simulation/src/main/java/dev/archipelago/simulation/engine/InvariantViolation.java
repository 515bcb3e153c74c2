package dev.archipelago.simulation.engine;

/// Something that must never be was.
public final class InvariantViolation extends RuntimeException {
    public InvariantViolation(String message) {
        super(message);
    }
}
