package dev.archipelago.store.embedded;

import dev.archipelago.store.StoreException;
import java.nio.file.Path;

/// Another process, or another store of this one, has the directory open.
public final class DirectoryLockedException extends StoreException {

    DirectoryLockedException(Path directory, Throwable cause) {
        super("the store directory " + directory + " is in use by another process", cause);
    }
}
