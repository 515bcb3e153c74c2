package dev.archipelago.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// Finds programs to test with, and installs Debian's package when one is absent and we may.
public final class DebianProgram {
    private static final Path POLICY = Path.of("/usr/sbin/policy-rc.d");

    private DebianProgram() {}

    /// The program. Without it the calling test is skipped, but never where CI=true.
    public static synchronized Path find(String name, String debianPackage) {
        Optional<Path> found = onPath(name);
        if (found.isEmpty() && root() && Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            AptLock.holding(() -> {
                if (onPath(name).isEmpty()) {
                    install(debianPackage);
                }
            });
            found = onPath(name);
        }
        if (found.isEmpty()) {
            String message = "NO " + name + ": put it on the PATH (Debian: " + debianPackage + ") to run its tests";
            System.err.println("*** " + message + " ***");
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        return found.orElseThrow();
    }

    private static Optional<Path> onPath(String name) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, name);
            if (Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void install(String debianPackage) {
        System.err.println("Installing " + debianPackage + " for the tests");
        try {
            boolean placed = keepServicesDown();
            try {
                run(List.of("apt-get", "-q", "update"));
                run(List.of(
                        "apt-get",
                        "-q",
                        "-y",
                        "-o",
                        "DPkg::Lock::Timeout=120",
                        "install",
                        "--no-install-recommends",
                        debianPackage));
            } finally {
                if (placed) {
                    Files.delete(POLICY);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(debianPackage + " cannot be installed", e);
        }
    }

    /// Debian starts what it installs unless this file says no.
    private static boolean keepServicesDown() throws IOException {
        if (Files.exists(POLICY)) {
            return false;
        }
        Files.writeString(POLICY, "#!/bin/sh\nexit 101\n");
        Files.setPosixFilePermissions(POLICY, PosixFilePermissions.fromString("rwxr-xr-x"));
        return true;
    }

    private static void run(List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            System.err.println(String.join(" ", command) + " failed:\n" + output);
        }
    }
}
