package dev.archipelago.store.embedded;

import dev.archipelago.store.HistoryLimits;
import java.nio.file.Path;
import java.time.InstantSource;

/// How to open an [EmbeddedStore].
///
/// @param directory where it keeps its files; made when absent
/// @param libraryDirectory where RocksDB's native library is unpacked once and found again by later starts
/// @param fsync whether a commit is on disk before it is acknowledged. Without it a crash of the process still loses
/// nothing, but a crash of the machine may lose the last moments (never a part of a transaction, never an older one)
/// @param history how much of the past to keep
/// @param clock for the age of revisions
/// @param quota how much heap it may take, together with others that have the same
/// @param freeBytesMin how much of the disk must be free, or a tenth of it if that is less: below, only deletions are
/// taken, which need some room, too
public record EmbeddedOptions(
        Path directory,
        Path libraryDirectory,
        boolean fsync,
        HistoryLimits history,
        InstantSource clock,
        StoreQuota quota,
        long freeBytesMin) {
    private static final long FREE_BYTES_MIN = 128 << 20;

    public static EmbeddedOptions in(Path directory) {
        return new EmbeddedOptions(
                directory,
                directory.resolve("native"),
                true,
                HistoryLimits.DEFAULT,
                InstantSource.system(),
                StoreQuota.ofProcess(),
                FREE_BYTES_MIN);
    }

    public EmbeddedOptions withLibraryDirectory(Path path) {
        return new EmbeddedOptions(directory, path, fsync, history, clock, quota, freeBytesMin);
    }

    public EmbeddedOptions withFsync(boolean on) {
        return new EmbeddedOptions(directory, libraryDirectory, on, history, clock, quota, freeBytesMin);
    }

    public EmbeddedOptions withHistory(HistoryLimits limits) {
        return new EmbeddedOptions(directory, libraryDirectory, fsync, limits, clock, quota, freeBytesMin);
    }

    public EmbeddedOptions withClock(InstantSource source) {
        return new EmbeddedOptions(directory, libraryDirectory, fsync, history, source, quota, freeBytesMin);
    }

    public EmbeddedOptions withQuota(StoreQuota other) {
        return new EmbeddedOptions(directory, libraryDirectory, fsync, history, clock, other, freeBytesMin);
    }

    public EmbeddedOptions withFreeBytesMin(long bytes) {
        return new EmbeddedOptions(directory, libraryDirectory, fsync, history, clock, quota, bytes);
    }
}
