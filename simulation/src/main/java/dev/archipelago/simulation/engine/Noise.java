package dev.archipelago.simulation.engine;

/// What goes wrong on a line at random.
///
/// @param lagMillisMax how long an event may be on its way
/// @param refused how likely a call fails without effect
/// @param unanswered how likely a write takes effect and is not acknowledged
/// @param conflict how likely a write is refused for a conflict that nobody can see
/// @param doubled how likely an event comes twice
/// @param broken how likely a watch breaks at an event, which is then lost until the next list
public record Noise(
        long lagMillisMax, double refused, double unanswered, double conflict, double doubled, double broken) {}
