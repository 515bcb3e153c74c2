package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A kubectl with a home, a cache and a configuration of its own, so that nothing of the machine's shows through.
public final class Kubectl {
    private final KubectlBinary binary;
    private final Path home;
    private final List<String> flags;

    private Kubectl(KubectlBinary binary, Path home, List<String> flags) {
        this.binary = binary;
        this.home = home;
        this.flags = flags;
    }

    /// The newest that the machine has. Without any the calling test is skipped.
    public static Kubectl newest(Path home, Path kubeconfig) {
        List<KubectlBinary> all = KubectlBinaries.all();
        assumeThat(all).as("kubectl").isNotEmpty();
        return of(all.getFirst(), home, kubeconfig);
    }

    /// @param kubeconfig may be changed by kubectl
    static Kubectl of(KubectlBinary binary, Path home, Path kubeconfig) {
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Kubectl(binary, home, List.of("--kubeconfig=" + kubeconfig, "--cache-dir=" + home.resolve("cache")));
    }

    /// The same, with a flag before every command.
    public Kubectl with(String flag) {
        List<String> more = new ArrayList<>(flags);
        more.add(flag);
        return new Kubectl(binary, home, List.copyOf(more));
    }

    /// Writes a file to be named on the command line.
    public Path file(String name, String text) {
        try {
            return Files.writeString(home.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs a command that is to succeed, and says what it printed.
    public String ok(String... arguments) {
        KubectlRun.Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isZero();
        return output.out();
    }

    /// Runs a command that is to fail, and says what it complained of.
    public String refused(String... arguments) {
        KubectlRun.Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isNotZero();
        return output.err();
    }

    /// Creates, applies or otherwise hands over a manifest.
    public String ok(String manifest, List<String> arguments) {
        return ok(handingOver(manifest, arguments));
    }

    /// Hands over a manifest that is to be turned down.
    public String refused(String manifest, List<String> arguments) {
        return refused(handingOver(manifest, arguments));
    }

    private String[] handingOver(String manifest, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add("-f");
        all.add(file("manifest.yaml", manifest).toString());
        return all.toArray(String[]::new);
    }

    public KubectlRun.Output run(String manifest, List<String> arguments) {
        return run(handingOver(manifest, arguments));
    }

    public KubectlRun.Output run(String... arguments) {
        try (KubectlRun run = start(arguments)) {
            return run.end();
        }
    }

    /// Starts a command that is still running when this returns.
    public KubectlRun start(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(binary.path().toString());
        command.addAll(flags);
        command.addAll(List.of(arguments));
        return KubectlRun.start(command, home, environment());
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH", System.getenv().getOrDefault("PATH", ""),
                "HOME", home.toString(),
                "TMPDIR", home.toString(),
                "EDITOR", home.resolve("editor").toString());
    }
}
