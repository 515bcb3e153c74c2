package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/// A token in a file, which is replaced before the token expires. The file is read again when it has changed.
final class TokenFile implements Credentials {
    private final Path file;

    // Guarded by this:
    private Optional<String> header = Optional.empty();
    private FileTime modified = FileTime.fromMillis(0);

    TokenFile(Path file) {
        this.file = file;
    }

    @Override
    public synchronized Optional<String> authorization() {
        try {
            FileTime now = Files.getLastModifiedTime(file);
            if (header.isEmpty() || !now.equals(modified)) {
                read(now);
            }
        } catch (IOException e) {
            // The previous token may still be valid: the file may be in the middle of a replacement.
            if (header.isEmpty()) {
                throw new ApiException(Reason.UNAUTHORIZED, "the token cannot be read from " + file + ": " + e);
            }
        }
        return header;
    }

    @Override
    public synchronized boolean refused() {
        Optional<String> before = header;
        try {
            read(Files.getLastModifiedTime(file));
        } catch (IOException e) {
            return false;
        }
        return !header.equals(before);
    }

    private void read(FileTime time) throws IOException {
        String token = Files.readString(file).strip();
        if (token.isEmpty()) {
            throw new IOException("the file is empty");
        }
        header = Optional.of("Bearer " + token);
        modified = time;
    }
}
