package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// Directories that cannot be opened, and what is said about them.
class DamageTest {
    @TempDir
    private Path directory;

    @Test
    void directoryInUseIsNotOpenedTwice() {
        try (Store store = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(DirectoryLockedException.class)
                    .hasMessage("the store directory " + directory + " is in use by another process");
            store.commit(Transaction.create("/a", new byte[0]));
        }
        open().close();
    }

    @Test
    void fileInPlaceOfTheDirectoryIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> EmbeddedStore.open(TestingOptions.in(file)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void flippedBytesInATableAreFound() throws IOException {
        fillTables();
        flip(largest(".sst"), 0.5);

        assertDamaged();
    }

    @Test
    void flippedBytesInTheLogAreFound() throws IOException {
        fill(200);
        flip(largest(".log"), 0.5);

        assertDamaged();
    }

    @Test
    void lostTailOfTheLogIsFound() throws IOException {
        fill(200);
        try (FileChannel channel = FileChannel.open(largest(".log"), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() * 3 / 4);
        }

        assertDamaged();
    }

    @Test
    void lostTableIsFound() throws IOException {
        fillTables();
        Files.delete(largest(".sst"));

        assertDamaged();
    }

    @Test
    void spoiledPointerIsFound() throws IOException {
        fill(10);
        Files.writeString(directory.resolve("rocksdb/CURRENT"), "nonsense");

        assertDamaged();
    }

    @Test
    void tornLastRecordThatNobodyWasToldOfIsDropped() throws IOException {
        fill(200);
        try (Store store = open()) {
            store.commit(Transaction.create("/last", new byte[100]));
        }
        Path log = newest(".log");
        Files.delete(directory.resolve("acknowledged"));
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 10);
        }

        try (Store store = open()) {
            assertThat(store.observedRevision()).isEqualTo(201);
            assertThat(store.get("/last")).isEmpty();
        }
    }

    @Test
    void databaseOfSomethingElseIsRefused() throws RocksDBException {
        open().close();
        Path other = directory.resolve("other");
        assertThat(other.resolve("rocksdb").toFile().mkdirs()).isTrue();
        try (RocksDB rocks = RocksDB.open(other.resolve("rocksdb").toString())) {
            rocks.put("key".getBytes(UTF_8), "value".getBytes(UTF_8));
        }

        assertThatThrownBy(() -> EmbeddedStore.open(TestingOptions.in(other)))
                .isInstanceOf(DirectoryDamagedException.class)
                .hasMessageContaining("not a store");
    }

    @Test
    void newerFormatIsRefused() throws RocksDBException {
        open().close();
        try (RocksDB rocks = RocksDB.open(directory.resolve("rocksdb").toString())) {
            byte[] key = {(byte) 0xff, 'f', 'o', 'r', 'm', 'a', 't'};
            rocks.put(key, ByteBuffer.allocate(8).putLong(2).array());
        }

        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("format 2");
    }

    private Store open() {
        return EmbeddedStore.open(TestingOptions.in(directory));
    }

    private void assertDamaged() {
        assertThatThrownBy(this::open)
                .isInstanceOf(DirectoryDamagedException.class)
                .hasMessageStartingWith("the store directory " + directory + " is damaged: ");
    }

    /// More than the write buffers hold, opened once more because closing may give up on a table half written.
    private void fillTables() {
        fill(25_000);
        open().close();
    }

    private void fill(int keys) {
        byte[] value = new byte[2000];
        new Random(1).nextBytes(value);
        try (Store store = EmbeddedStore.open(TestingOptions.in(directory))) {
            List<Thread> writers = Stream.iterate(0, i -> i + 1)
                    .limit(keys)
                    .map(i -> Thread.startVirtualThread(() -> store.commit(Transaction.create("/k" + i, value))))
                    .toList();
            for (Thread writer : writers) {
                writer.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Path largest(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .max((one, other) ->
                            Long.compare(one.toFile().length(), other.toFile().length()))
                    .orElseThrow();
        }
    }

    private Path newest(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    private static void flip(Path file, double where) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = (int) (bytes.length * where);
        for (int i = 0; i < 64; i++) {
            bytes[at + i] ^= 0x5a;
        }
        Files.write(file, bytes);
    }
}
