package dev.archipelago.store.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// How to open an [EmbeddedStore].
///
/// @param directory where it keeps its files; made when absent
/// @param libraryDirectory where RocksDB's native library is unpacked once and found again by later starts
/// @param fsync whether a commit is on disk before it is acknowledged. Without it a crash of the process still loses
/// nothing, but a crash of the machine may lose the last moments (never a part of a transaction, never an older one)
/// @param historyBytesMax about how much heap superseded versions may take
/// @param historyRevisionsMax how many past revisions stay readable and watchable
/// @param historyAgeMax how long past revisions stay readable and watchable
/// @param clock for the age of revisions
public record EmbeddedOptions(
        Path directory,
        Path libraryDirectory,
        boolean fsync,
        long historyBytesMax,
        long historyRevisionsMax,
        Duration historyAgeMax,
        InstantSource clock) {

    public EmbeddedOptions {
        if (historyBytesMax < 0 || historyRevisionsMax < 0 || historyAgeMax.isNegative()) {
            throw new IllegalArgumentException("a history bound must not be negative");
        }
    }

    public static EmbeddedOptions in(Path directory) {
        return new EmbeddedOptions(
                directory,
                directory.resolve("native"),
                true,
                32L << 20,
                100_000,
                Duration.ofMinutes(5),
                InstantSource.system());
    }

    public EmbeddedOptions withLibraryDirectory(Path path) {
        return new EmbeddedOptions(directory, path, fsync, historyBytesMax, historyRevisionsMax, historyAgeMax, clock);
    }

    public EmbeddedOptions withFsync(boolean on) {
        return new EmbeddedOptions(
                directory, libraryDirectory, on, historyBytesMax, historyRevisionsMax, historyAgeMax, clock);
    }

    public EmbeddedOptions withHistory(long bytesMax, long revisionsMax, Duration ageMax) {
        return new EmbeddedOptions(directory, libraryDirectory, fsync, bytesMax, revisionsMax, ageMax, clock);
    }

    public EmbeddedOptions withClock(InstantSource source) {
        return new EmbeddedOptions(
                directory, libraryDirectory, fsync, historyBytesMax, historyRevisionsMax, historyAgeMax, source);
    }
}
