package dev.archipelago.store.embedded;

import dev.archipelago.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/// Loads RocksDB's native library from a directory where it stays unpacked, under a name made of its checksum. Left
/// to itself RocksDB unpacks it to the temporary directory at every start.
final class NativeLibrary {
    private static boolean loaded;

    private NativeLibrary() {}

    static synchronized void load(Path directory) {
        if (loaded) {
            return;
        }
        try {
            String name = Environment.getJniLibraryFileName("rocksdb");
            URL resource = RocksDB.class.getClassLoader().getResource(name);
            if (resource != null && resource.openConnection() instanceof JarURLConnection connection) {
                RocksDB.loadLibrary(List.of(
                        unpacked(connection, directory.toAbsolutePath(), name).toString()));
            } else {
                RocksDB.loadLibrary();
            }
            loaded = true;
        } catch (IOException | UnsatisfiedLinkError e) {
            throw new StoreException(
                    "RocksDB's native library cannot be loaded from " + directory + ": " + e.getMessage(), e);
        }
    }

    private static Path unpacked(JarURLConnection connection, Path directory, String name) throws IOException {
        connection.setUseCaches(false);
        // The entry is read through the connection's own handle on the jar; the stream closes it.
        try (InputStream in = connection.getInputStream()) {
            long checksum = connection.getJarEntry().getCrc();
            Path home = directory.resolve("rocksdb-" + Long.toHexString(checksum));
            // RocksDB looks in directories that it is given for this other name.
            Path file = home.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
            if (!Files.exists(file)) {
                Files.createDirectories(home);
                Path partial = Files.createTempFile(home, name, ".partial");
                Files.copy(in, partial, StandardCopyOption.REPLACE_EXISTING);
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return home;
        }
    }
}
