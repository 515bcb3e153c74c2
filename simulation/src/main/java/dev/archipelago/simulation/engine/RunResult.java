package dev.archipelago.simulation.engine;

/// The result of one run.
///
/// @param hash equal for equal runs
/// @param complaint the violation; empty when there was none
/// @param trace the last lines of the trace
public record RunResult(long seed, long hash, String complaint, String trace) {

    /// Runs a simulation.
    ///
    /// @param history throws on a violation
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
