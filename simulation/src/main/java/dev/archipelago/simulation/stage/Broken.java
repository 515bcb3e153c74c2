package dev.archipelago.simulation.stage;

/// Something that must never be was.
public final class Broken extends RuntimeException {
    public Broken(String message) {
        super(message);
    }
}
