package dev.archipelago.cluster.dns;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// The real dig, asking one server. Debian's package is installed when it is absent and we may.
final class Dig {
    private static final String PACKAGE = "bind9-dnsutils";

    private final Path program;
    private final int port;

    Dig(int port) throws IOException {
        this.program = find();
        this.port = port;
    }

    private static synchronized Path find() throws IOException {
        Optional<Path> found = onPath();
        if (found.isEmpty()
                && "root".equals(System.getProperty("user.name"))
                && Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            System.err.println("Installing " + PACKAGE + " for the tests");
            run(List.of("apt-get", "-q", "update"));
            run(List.of(
                    "apt-get",
                    "-q",
                    "-y",
                    "-o",
                    "DPkg::Lock::Timeout=120",
                    "install",
                    "--no-install-recommends",
                    PACKAGE));
            found = onPath();
        }
        if (found.isEmpty()) {
            String message = "NO DIG: put dig on the PATH (Debian: " + PACKAGE + ") to run the DNS tests";
            System.err.println("*** " + message + " ***");
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        return found.orElseThrow();
    }

    private static Optional<Path> onPath() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, "dig");
            if (Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    /// What dig prints.
    String ask(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(program.toString(), "@127.0.0.1", "-p", Integer.toString(port), "+tries=1", "+time=10"));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /// The lines of `+short`, in order.
    List<String> brief(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("+short");
        return ask(all.toArray(String[]::new)).lines().sorted().toList();
    }

    private static String run(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            System.err.println(String.join(" ", command) + " failed:\n" + output);
        }
        return output;
    }
}
