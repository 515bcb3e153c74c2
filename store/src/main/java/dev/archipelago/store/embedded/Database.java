package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.archipelago.store.StoreException;
import dev.archipelago.store.files.PrivateFiles;
import dev.archipelago.store.mvcc.Version;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The RocksDB database of a store and the only owner of native handles. Used by one thread at a time: the one that
/// opens it, then the store's writer.
///
/// The data lives on the heap, so RocksDB serves only to write versions down and to read them all back once: no block
/// cache, small write buffers, and few threads.
final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final String FILES = "rocksdb";
    private static final byte[] FORMAT_KEY = meta("format");
    private static final byte[] COMPACTED_KEY = meta("compacted");
    private static final byte[] FIRST_META_KEY = meta("");
    private static final long FORMAT = 1;

    private static final long WRITE_BUFFER_BYTES = 16 << 20;
    private static final long FILE_BYTES = 8 << 20;
    private static final long LEVEL_BASE_BYTES = 64 << 20;
    private static final int BLOCK_BYTES = 16 << 10;
    private static final int SCAN_READAHEAD_BYTES = 1 << 20;
    private static final int RECORD_BUFFER_BYTES_MAX = 1 << 20;

    private final Path directory;
    private final Deque<AbstractNativeReference> handles = new ArrayDeque<>();
    private final RocksDB rocks;
    private final WriteBatch batch;
    private final WriteOptions synced;
    private final WriteOptions unsynced;
    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(Records.KEY_BYTES);
    private ByteBuffer recordBuffer = ByteBuffer.allocateDirect(64 << 10);

    private Database(Path directory, boolean fsync) throws RocksDBException {
        this.directory = directory;
        try {
            rocks = own(RocksDB.open(options(), directory.resolve(FILES).toString()));
            batch = own(new WriteBatch(64 << 10));
            synced = own(new WriteOptions().setSync(fsync));
            unsynced = own(new WriteOptions().setSync(false));
        } catch (RocksDBException e) {
            close();
            throw e;
        }
    }

    /// Opens the database, made anew when the directory is empty.
    ///
    /// @throws StoreException with one sentence that says why not
    static Database open(Path directory, boolean fsync) {
        Database database;
        try {
            createDirectory(directory);
            database = new Database(directory, fsync);
        } catch (IOException e) {
            throw new StoreException("the store directory " + directory + " cannot be used: " + e.getMessage(), e);
        } catch (RocksDBException e) {
            throw explain(directory, e);
        }
        try {
            database.checkFormat();
        } catch (RocksDBException | StoreException e) {
            database.close();
            throw e instanceof RocksDBException failure ? explain(directory, failure) : (StoreException) e;
        }
        return database;
    }

    /// Makes the directory for its owner alone, or takes what is in it from others: earlier versions let them read it.
    private static void createDirectory(Path directory) throws IOException {
        Path files = directory.resolve(FILES);
        boolean before = Files.exists(files);
        PrivateFiles.createDirectories(files);
        if (before) {
            int changed = PrivateFiles.restrict(files) + PrivateFiles.restrict(directory.resolve(HighWater.FILE));
            if (PrivateFiles.restrictOne(directory) || changed > 0) {
                LOG.warn("The store directory {} was open to other users; now it is its owner's alone", directory);
            }
        }
    }

    private Options options() {
        var table = new BlockBasedTableConfig().setNoBlockCache(true).setBlockSize(BLOCK_BYTES);
        return own(new Options())
                .setCreateIfMissing(true)
                .setTableFormatConfig(table)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setMaxWriteBufferNumber(2)
                .setTargetFileSizeBase(FILE_BYTES)
                .setMaxBytesForLevelBase(LEVEL_BASE_BYTES)
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(128)
                .setMaxFileOpeningThreads(1)
                // A log file used again needs no new blocks, which makes the sync several times faster. RocksDB then
                // takes the first bad record for the end of the log; HighWater tells when that was not the end.
                .setRecycleLogFileNum(2)
                .setAllowFAllocate(false)
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setAvoidFlushDuringRecovery(true)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(1 << 20)
                .setKeepLogFileNum(2);
    }

    private <T extends AbstractNativeReference> T own(T handle) {
        handles.push(handle);
        return handle;
    }

    private void checkFormat() throws RocksDBException {
        long format = readLong(FORMAT_KEY, 0);
        if (format == 0) {
            if (hasRecords()) {
                throw new DirectoryDamagedException(directory, "it holds a database that is not a store");
            }
            rocks.put(synced, FORMAT_KEY, bytes(FORMAT));
        } else if (format != FORMAT) {
            throw new StoreException("the store directory " + directory + " has format " + format
                    + ", which this version, of format " + FORMAT + ", cannot read");
        }
    }

    private boolean hasRecords() throws RocksDBException {
        try (RocksIterator iterator = rocks.newIterator()) {
            iterator.seekToFirst();
            iterator.status();
            return iterator.isValid();
        }
    }

    long compactedRevision() {
        try {
            return readLong(COMPACTED_KEY, 0);
        } catch (RocksDBException e) {
            throw explain(directory, e);
        }
    }

    /// The newest revision that is written, or 0.
    long lastRevision() throws RocksDBException {
        try (RocksIterator iterator = rocks.newIterator()) {
            iterator.seekForPrev(FIRST_META_KEY);
            iterator.status();
            return iterator.isValid() && iterator.key().length == Records.KEY_BYTES
                    ? ByteBuffer.wrap(iterator.key()).getLong()
                    : 0;
        }
    }

    /// Whether a write failed because the disk is full.
    static boolean isNoSpace(RocksDBException failure) {
        Status status = failure.getStatus();
        return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
                || String.valueOf(failure.getMessage()).contains("No space left on device");
    }

    /// Reads back all versions in the order they were made.
    void scan(Consumer<Version> visitor) {
        try (ReadOptions options = new ReadOptions().setFillCache(false).setReadaheadSize(SCAN_READAHEAD_BYTES);
                RocksIterator iterator = rocks.newIterator(options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                int keyLength = iterator.key(keyBuffer.clear());
                if (keyBuffer.get(0) < 0) {
                    break;
                }
                ByteBuffer key = keyBuffer.limit(Math.min(keyLength, Records.KEY_BYTES));
                visitor.accept(Records.decode(key, value(iterator)));
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw explain(directory, e);
        } catch (IllegalArgumentException e) {
            throw new DirectoryDamagedException(directory, String.valueOf(e.getMessage()), e);
        }
    }

    private ByteBuffer value(RocksIterator iterator) {
        int length = iterator.value(recordBuffer.clear());
        if (length > recordBuffer.capacity()) {
            recordBuffer = ByteBuffer.allocateDirect(Integer.highestOneBit(length) * 2);
            length = iterator.value(recordBuffer.clear());
        }
        return recordBuffer.position(0).limit(length);
    }

    // Writing: versions are gathered in a batch that one call of write puts down as a whole.

    void put(Version version) throws RocksDBException {
        Records.encodeKey(version, keyBuffer);
        int length = Records.encodedBytes(version);
        if (length > RECORD_BUFFER_BYTES_MAX) {
            putLarge(version, length);
            return;
        }
        if (length > recordBuffer.capacity()) {
            recordBuffer = ByteBuffer.allocateDirect(RECORD_BUFFER_BYTES_MAX);
        }
        Records.encode(version, recordBuffer);
        batch.put(keyBuffer, recordBuffer);
    }

    private void putLarge(Version version, int length) throws RocksDBException {
        ByteBuffer record = ByteBuffer.allocate(length);
        Records.encode(version, record);
        batch.put(Records.key(version), record.array());
    }

    /// A version is written once and never again, so that the cheaper single deletion is right.
    void remove(Version version) throws RocksDBException {
        batch.singleDelete(Records.key(version));
    }

    void compactedRevision(long revision) throws RocksDBException {
        batch.put(COMPACTED_KEY, bytes(revision));
    }

    /// Writes the batch, on disk before it returns if asked to and if this database syncs at all.
    void write(boolean sync) throws RocksDBException {
        rocks.write(sync ? synced : unsynced, batch);
        batch.clear();
    }

    @Override
    public void close() {
        // The newest handle first: the database must go before the options it was opened with.
        while (!handles.isEmpty()) {
            handles.pop().close();
        }
    }

    private long readLong(byte[] key, long absent) throws RocksDBException {
        byte @Nullable [] value = rocks.get(key);
        if (value == null) {
            return absent;
        }
        if (value.length != Long.BYTES) {
            throw new DirectoryDamagedException(directory, "a number of its own is not one");
        }
        return ByteBuffer.wrap(value).getLong();
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    /// Keys of the store's own sort after all revisions.
    private static byte[] meta(String name) {
        return ("\u00ff" + name).getBytes(ISO_8859_1);
    }

    private static StoreException explain(Path directory, RocksDBException e) {
        String message = String.valueOf(e.getMessage());
        Status status = e.getStatus();
        if (message.contains("lock file") || message.contains("lock hold by")) {
            return new DirectoryLockedException(directory, e);
        }
        boolean lost = message.contains("No such file") || message.contains("does not exist");
        if (lost || (status != null && status.getCode() == Status.Code.Corruption)) {
            return new DirectoryDamagedException(directory, message, e);
        }
        return new StoreException("the store directory " + directory + " cannot be opened: " + message, e);
    }
}
