package dev.archipelago.simulation.engine;

/// The random faults of a connection.
///
/// @param lagMillisMax the longest delay of an event
/// @param refused the probability that a call fails without effect
/// @param unanswered the probability that a write takes effect but fails to its caller
/// @param conflict the probability that a write fails with a spurious conflict
/// @param doubled the probability that an event is delivered twice
/// @param broken the probability that a watch breaks at an event, which is lost until the next list
public record Noise(
        long lagMillisMax, double refused, double unanswered, double conflict, double doubled, double broken) {}
