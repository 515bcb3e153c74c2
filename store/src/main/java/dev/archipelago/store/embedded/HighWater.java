package dev.archipelago.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The newest acknowledged revision, in a file of its own. It is written after the commit is on disk and never
/// synced, so it may lag behind but never run ahead: a database that ends before it has lost something.
final class HighWater implements AutoCloseable {
    static final String FILE = "acknowledged";

    private final FileChannel file;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(Long.BYTES);

    private HighWater(FileChannel file) {
        this.file = file;
    }

    static HighWater open(Path directory) throws IOException {
        return new HighWater(FileChannel.open(
                directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /// The revision that the database must have reached; 0 when nothing is known.
    long read() throws IOException {
        int count = file.read(bytes.clear(), 0);
        return count < Long.BYTES ? 0 : bytes.flip().getLong();
    }

    void write(long revision) throws IOException {
        file.write(bytes.clear().putLong(revision).flip(), 0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
