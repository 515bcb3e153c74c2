package dev.archipelago.simulation.engine;

/// What became of a history.
///
/// @param hash equal for equal histories
/// @param complaint empty when all was well
/// @param trace the history's last lines
public record RunResult(long seed, long hash, String complaint, String trace) {

    /// Lives through a history.
    ///
    /// @param history throws when something goes wrong that must not
    public static RunResult of(long seed, Trace trace, Runnable history) {
        String complaint = "";
        try {
            history.run();
        } catch (RuntimeException e) {
            complaint = e instanceof InvariantViolation ? String.valueOf(e.getMessage()) : stackTrace(e);
        }
        return new RunResult(seed, trace.hash(), complaint, trace.toString());
    }

    private static String stackTrace(RuntimeException e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (StackTraceElement element : e.getStackTrace()) {
            text.append("\n    at ").append(element);
        }
        return text.toString();
    }

    public boolean isGood() {
        return complaint.isEmpty();
    }
}
