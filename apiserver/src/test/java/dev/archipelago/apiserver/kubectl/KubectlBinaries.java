package dev.archipelago.apiserver.kubectl;

import dev.archipelago.testing.AptLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the programs to test with: a recent kubectl where the machine has one, and the old one that Debian packages,
/// which is fetched into the build directory when it is absent and we may.
final class KubectlBinaries {
    private static final int RECENT_MIN = 27;
    private static final int RECENT_BEST = 32;
    private static final int OLD_MAX = 20;
    private static final String PACKAGE = "kubernetes-client";
    private static final Pattern VERSIONED = Pattern.compile("kubectl\\.1\\.(\\d+)");
    private static final Pattern MINOR = Pattern.compile("\"minor\":\\s*\"(\\d+)");

    private static @Nullable List<KubectlBinary> found;

    private KubectlBinaries() {}

    /// All that could be had, at best a recent one and an old one. Says aloud what is missing; where CI=true the old
    /// one may not be.
    static synchronized List<KubectlBinary> all() {
        if (found == null) {
            found = find();
        }
        return found;
    }

    private static List<KubectlBinary> find() {
        Collection<KubectlBinary> installed = installed();
        List<KubectlBinary> chosen = new ArrayList<>();
        installed.stream()
                .filter(binary -> binary.since(RECENT_MIN))
                .max(Comparator.comparing((KubectlBinary binary) -> binary.minor() == RECENT_BEST)
                        .thenComparingInt(KubectlBinary::minor))
                .ifPresentOrElse(chosen::add, () -> say("NO RECENT KUBECTL: put kubectl 1.27 or newer on the PATH"));
        Optional<KubectlBinary> old = installed.stream()
                .filter(binary -> binary.minor() <= OLD_MAX)
                .findFirst()
                .or(KubectlBinaries::packaged);
        if (old.isEmpty()) {
            String message = "NO OLD KUBECTL: Debian's package " + PACKAGE + " cannot be fetched";
            say(message);
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
        }
        old.filter(binary -> !chosen.contains(binary)).ifPresent(chosen::add);
        return List.copyOf(chosen);
    }

    private static void say(String message) {
        System.err.println("*** " + message + " ***");
    }

    /// Those on the PATH and beside what a kubectl there links to; of each version one.
    private static Collection<KubectlBinary> installed() {
        TreeMap<Integer, KubectlBinary> byMinor = new TreeMap<>();
        List<Path> plain = new ArrayList<>();
        for (Path directory : directories()) {
            for (Path program : programs(directory)) {
                Matcher versioned = VERSIONED.matcher(program.getFileName().toString());
                if (versioned.matches()) {
                    int minor = Integer.parseInt(versioned.group(1));
                    byMinor.putIfAbsent(minor, new KubectlBinary(program, minor));
                } else {
                    plain.add(program);
                }
            }
        }
        // A plain one may only hand on to one of the others, so it comes after them.
        for (Path program : plain) {
            minor(program).ifPresent(minor -> byMinor.putIfAbsent(minor, new KubectlBinary(program, minor)));
        }
        return byMinor.values();
    }

    private static Set<Path> directories() {
        Set<Path> directories = new LinkedHashSet<>();
        for (String name : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path directory = Path.of(name);
            directories.add(directory);
            Path program = directory.resolve("kubectl");
            if (Files.isSymbolicLink(program) && Files.isExecutable(program)) {
                try {
                    directories.add(program.toRealPath().resolveSibling("").normalize());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return directories;
    }

    private static List<Path> programs(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.equals("kubectl") || VERSIONED.matcher(name).matches();
                    })
                    .filter(Files::isExecutable)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Integer> minor(Path program) {
        Matcher minor = MINOR.matcher(output(Path.of("."), program.toString(), "version", "--client", "-o", "json"));
        return minor.find() ? Optional.of(Integer.valueOf(minor.group(1))) : Optional.empty();
    }

    /// Debian's package, unpacked and not installed: it may not push aside what the machine has.
    private static Optional<KubectlBinary> packaged() {
        Path directory = Path.of("target", PACKAGE).toAbsolutePath();
        Path program = directory.resolve("usr/bin/kubectl");
        if ("root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            AptLock.holding(() -> {
                if (!Files.isExecutable(program)) {
                    unpack(directory);
                }
            });
        }
        return Files.isExecutable(program)
                ? minor(program).map(minor -> new KubectlBinary(program, minor))
                : Optional.empty();
    }

    private static void unpack(Path directory) {
        System.err.println("Fetching Debian's " + PACKAGE + " for the tests");
        try {
            Files.createDirectories(directory);
            output(directory, "apt-get", "-q", "update");
            output(directory, "apt-get", "-q", "download", PACKAGE);
            try (Stream<Path> files = Files.list(directory)) {
                files.filter(file -> file.toString().endsWith(".deb"))
                        .findFirst()
                        .ifPresent(file -> output(directory, "dpkg", "-x", file.toString(), directory.toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String output(Path directory, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                System.err.println(String.join(" ", command) + " failed:\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
