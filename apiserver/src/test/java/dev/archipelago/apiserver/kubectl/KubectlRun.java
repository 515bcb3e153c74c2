package dev.archipelago.apiserver.kubectl;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A command that runs, or ran.
public final class KubectlRun implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final List<String> command;
    private final Process process;
    private final Path out;
    private final Path err;

    /// What became of a command.
    public record Output(List<String> command, int code, String out, String err) {
        @Override
        public String toString() {
            return "%s%nexit %d%n%s%s".formatted(String.join(" ", command), code, out, err);
        }
    }

    private KubectlRun(List<String> command, Process process, Path out, Path err) {
        this.command = command;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static KubectlRun start(List<String> command, Path directory, Map<String, String> environment) {
        try {
            Path out = Files.createTempFile(directory, "out", "");
            Path err = Files.createTempFile(directory, "err", "");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            return new KubectlRun(command, builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until the command has printed a text.
    public void awaitOutput(String text) {
        await(out, text);
    }

    /// Waits until the command has logged a text.
    void awaitLog(String text) {
        await(err, text);
    }

    private void await(Path file, String text) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!read(file).contains(text)) {
            boolean over = !process.isAlive() && !read(file).contains(text);
            if (over || System.nanoTime() > deadline) {
                throw new AssertionError("no \"" + text + "\" in\n" + read(out) + read(err));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Waits for the end of the command.
    public Output end() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(String.join(" ", command) + " hangs:\n" + read(out) + read(err));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return new Output(command, process.exitValue(), read(out), read(err));
    }

    /// Ends a command that would go on, and says what it has printed.
    public Output stop() {
        close();
        return end();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
