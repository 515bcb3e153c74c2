package dev.archipelago.cli;

/// Formats failures for the terminal.
final class Failures {
    private Failures() {}

    static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
        return text.lines().findFirst().orElse(text);
    }
}
