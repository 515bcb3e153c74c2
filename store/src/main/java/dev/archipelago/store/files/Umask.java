package dev.archipelago.store.files;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The process's file mode creation mask. RocksDB makes its files with mode 0644, at any time and on threads of its
/// own, so that only the mask keeps them from other users from their first moment on.
final class Umask {
    private static final Logger LOG = LoggerFactory.getLogger(Umask.class);
    private static final int OWNER_ONLY = 0077;
    private static final Path STATUS = Path.of("/proc/self/status");

    private Umask() {}

    /// Sets the mask to 0077 unless it is that strict already, as under the launcher: the call into the C library
    /// costs a start some tens of milliseconds.
    @SuppressWarnings("restricted") // the launcher enables native access, which RocksDB needs, too
    static void restrict() throws IOException {
        if ((read() & OWNER_ONLY) == OWNER_ONLY) {
            return;
        }
        Linker linker = Linker.nativeLinker();
        MethodHandle umask = linker.downcallHandle(
                linker.defaultLookup().find("umask").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try {
            // It cannot fail, and returns the mask before.
            int before = (int) umask.invokeExact(OWNER_ONLY);
            LOG.debug("The umask was {}", Integer.toOctalString(before));
        } catch (Throwable e) {
            throw new IOException("the process's umask cannot be set: " + e.getMessage(), e);
        }
    }

    /// The mask as Linux tells it, or 0 where it is not told.
    private static int read() throws IOException {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Umask:")) {
                return Integer.parseInt(line.substring("Umask:".length()).strip(), 8);
            }
        }
        return 0;
    }
}
