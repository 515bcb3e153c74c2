package dev.archipelago.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Lets one process of a test run at a time use apt: a second one at the same time would fail, not wait.
public final class AptLock {
    private static final Path FILE = Path.of(System.getProperty("java.io.tmpdir"), "archipelago-tests-apt.lock");

    private AptLock() {}

    public static synchronized void holding(Runnable work) {
        try (FileChannel channel = FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
