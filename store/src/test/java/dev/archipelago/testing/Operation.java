package dev.archipelago.testing;

import java.util.Optional;

/// One operation on one register in a recorded history: when it was called and when it returned, by any clock that
/// all operations share, and what it did.
///
/// Values must be unique over all writes to a register; an empty value stands for absence.
///
/// @param returned when the answer came, or [#NEVER] if none did: then it may have happened at any later time, or not
public record Operation(String register, long called, long returned, Action action) {
    public static final long NEVER = Long.MAX_VALUE;

    public sealed interface Action {}

    /// Saw this value.
    public record Read(Optional<String> value) implements Action {}

    /// Changed the register, whatever was in it.
    public record Write(Optional<String> value) implements Action {}

    /// Changed the register from one value to another.
    public record Swap(Optional<String> from, Optional<String> to) implements Action {}

    /// Was refused because the register did not have this value.
    public record RefusedSwap(Optional<String> from) implements Action {}

    boolean outcomeKnown() {
        return returned != NEVER;
    }
}
