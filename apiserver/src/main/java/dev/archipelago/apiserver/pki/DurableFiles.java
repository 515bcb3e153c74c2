package dev.archipelago.apiserver.pki;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/// Small files for their owner alone, which are either wholly there or not there at all, whenever the machine stops.
public final class DurableFiles {
    private DurableFiles() {}

    /// Replaces a file that only its owner may read.
    public static void writeSecret(Path file, String content) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
        Path temporary = directory.resolve(file.getFileName() + ".new");
        // What an earlier crash left behind would keep its own permissions.
        Files.deleteIfExists(temporary);
        // Made with its permissions, so that there is no moment at which others can open a key.
        Files.createFile(temporary, permissions(directory));
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] permissions(Path directory) throws IOException {
        if (!Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }
}
