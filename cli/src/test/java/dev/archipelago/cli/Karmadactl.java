package dev.archipelago.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Runs karmadactl on one federation. There is no package of it, so an installed one is used, which the system property
/// `karmadactl`, the variable `KARMADACTL` or the `PATH` names.
final class Karmadactl {
    private static final long PATIENCE_SECONDS = 60;

    private final Path program;
    private final Path home;
    private final Path kubeconfig;

    private Karmadactl(Path program, Path home, Path kubeconfig) {
        this.program = program;
        this.home = home;
        this.kubeconfig = kubeconfig;
    }

    /// The program. Without it the calling test is skipped.
    static Path find() {
        String named = System.getProperty("karmadactl", System.getenv().getOrDefault("KARMADACTL", ""));
        if (!named.isEmpty()) {
            assertThat(Path.of(named)).as("karmadactl").isExecutable();
            return Path.of(named).toAbsolutePath();
        }
        Optional<Path> found = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(":"))
                .map(directory -> Path.of(directory, "karmadactl"))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            String message = "SKIPPED: no karmadactl: put it on the PATH, or name it by KARMADACTL, to run its tests";
            System.err.println("*** " + message + " ***");
            Assumptions.abort(message);
        }
        return found.orElseThrow();
    }

    static Karmadactl of(Path program, Path home, Path kubeconfig) throws IOException {
        return new Karmadactl(program, Files.createDirectories(home), kubeconfig);
    }

    /// Runs a command that must succeed, and returns its output.
    String ok(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code).as(output.text).isZero();
        return output.text;
    }

    /// Runs a command that must fail, and returns its output.
    String refused(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code).as(output.text).isNotZero();
        return output.text;
    }

    private record Output(int code, String text) {}

    private Output run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        try {
            Path text = Files.createTempFile(home, "out", "");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(text.toFile());
            builder.environment().clear();
            builder.environment().put("HOME", home.toString());
            builder.environment().put("KUBECONFIG", kubeconfig.toString());
            Process process = builder.start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end: " + Files.readString(text, UTF_8));
            }
            return new Output(process.exitValue(), Files.readString(text, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
