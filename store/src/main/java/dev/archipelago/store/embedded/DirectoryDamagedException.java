package dev.archipelago.store.embedded;

import dev.archipelago.store.StoreException;
import java.nio.file.Path;

/// What is in the directory is not what was written there.
public final class DirectoryDamagedException extends StoreException {

    DirectoryDamagedException(Path directory, String what) {
        super("the store directory " + directory + " is damaged: " + what);
    }

    DirectoryDamagedException(Path directory, String what, Throwable cause) {
        super("the store directory " + directory + " is damaged: " + what, cause);
    }
}
