package dev.archipelago.cli;

/// Failures as a person at a terminal wants to read them.
final class Failures {
    private Failures() {}

    static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
        return text.lines().findFirst().orElse(text);
    }
}
