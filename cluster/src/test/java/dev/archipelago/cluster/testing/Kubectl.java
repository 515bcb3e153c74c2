package dev.archipelago.cluster.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The kubectl of the machine, with a home and a configuration of its own.
public final class Kubectl {
    private final Path program;
    private final Path home;
    private final Path kubeconfig;

    private Kubectl(Path program, Path home, Path kubeconfig) {
        this.program = program;
        this.home = home;
        this.kubeconfig = kubeconfig;
    }

    /// Nothing where the machine has none, which it says aloud.
    public static Optional<Kubectl> find(Path home, Path kubeconfig) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, "kubectl");
            if (Files.isExecutable(program)) {
                return Optional.of(new Kubectl(program, home, kubeconfig));
            }
        }
        System.err.println("*** NO KUBECTL: put one on the PATH ***");
        return Optional.empty();
    }

    /// What a command printed, in the order of its lines.
    public record Output(int code, String text) {}

    public Output run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(), "--kubeconfig=" + kubeconfig, "--cache-dir=" + home.resolve("kubectl-cache")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.onExit().join().exitValue(), text);
    }

    /// Runs a command that is to succeed, and says what it printed.
    public String ok(String... arguments) throws IOException {
        Output output = run(arguments);
        assertThat(output.code()).as(output.text()).isZero();
        return output.text();
    }
}
