package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import dev.archipelago.testing.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What other users of the machine may read of a store: nothing.
class PrivacyTest {
    @TempDir
    private Path home;

    @Test
    void everyFileIsForItsOwnerWhateverTheUmask() throws Exception {
        Path directory = home.resolve("made/store");
        run(directory);

        List<String> files = modes(home.resolve("made"));
        assertThat(files).anyMatch(file -> file.endsWith(".sst")).anyMatch(file -> file.contains("MANIFEST"));
        assertThat(files).allMatch(file -> file.startsWith("rwx------ d") || file.startsWith("rw------- f"));
    }

    @Test
    void filesOfAnEarlierVersionAreTakenFromOthers() throws Exception {
        Path directory = home.resolve("store");
        run(directory);
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.toList()) {
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
        run(directory);

        assertThat(modes(directory)).allMatch(file -> file.startsWith("rwx------ d") || file.startsWith("rw------- f"));
    }

    private static void run(Path directory) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bash", "-c", "umask 000; exec \"$@\"", "bash"));
        command.addAll(ForkedJvm.command(PrivacyTest.class, directory.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static List<String> modes(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            List<String> modes = new ArrayList<>();
            for (Path path : all.toList()) {
                modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                        + (Files.isDirectory(path) ? " d " : " f ")
                        + path);
            }
            return modes;
        }
    }

    /// Fills a store until RocksDB has written files of every sort, and opens it twice.
    public static void main(String[] arguments) {
        byte[] value = new byte[512 << 10];
        new Random(1).nextBytes(value);
        for (int run = 0; run < 2; run++) {
            try (Store store = EmbeddedStore.open(TestingOptions.in(Path.of(arguments[0])))) {
                for (int i = 0; i < 48; i++) {
                    store.commit(new Transaction(List.of(), List.of(new Transaction.Put("/" + i, value))));
                }
            }
        }
    }
}
