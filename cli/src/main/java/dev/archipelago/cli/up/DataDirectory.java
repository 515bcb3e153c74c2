package dev.archipelago.cli.up;

import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory that `--data` names. It holds keys, administrators' tokens and every Secret in clear, so that only the
/// user who runs the process may have any right on it. Checked at every start.
public final class DataDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    /// What the program itself puts there. Nothing else is touched, and these only beside a mark: the directory may
    /// have been named by mistake.
    private static final List<String> OWN = List.of("kubeconfig", "pki", "store", "native", "federation", "clusters");

    private static final List<String> MARKS =
            List.of("pki/ca.key", "store/rocksdb", "federation/pki/ca.key", "federation/store/rocksdb");

    private DataDirectory() {}

    /// Makes the directory, or checks the one that is there. What an earlier version left open to others is closed, and
    /// the log says so.
    ///
    /// @throws IOException when it belongs to another user, cannot be closed to others, or is open to them and
    /// holds only what the program did not make
    public static void open(Path data) throws IOException {
        try {
            PrivateFiles.createDirectories(data);
            check(data.toRealPath());
        } catch (IOException e) {
            throw new IOException("the data directory " + data + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static void check(Path data) throws IOException {
        boolean marked = MARKS.stream().map(data::resolve).anyMatch(Files::exists);
        if (!marked && PrivateFiles.isOpenToOthers(data) && !isEmpty(data)) {
            throw new IOException("it holds other things, and other users may use it;"
                    + " name a new directory, or make this one yours alone with 'chmod 700 " + data + "'");
        }
        int changed = PrivateFiles.restrictOne(data) ? 1 : 0;
        if (marked) {
            for (String own : OWN) {
                changed += PrivateFiles.restrict(data.resolve(own));
            }
        }
        if (changed > 0) {
            LOG.warn(
                    "The data directory {} was open to other users: {} of its files and directories are now their owner's"
                            + " alone. Keys, tokens and Secrets may have been read; consider replacing them.",
                    data,
                    changed);
        }
    }

    private static boolean isEmpty(Path data) throws IOException {
        try (Stream<Path> content = Files.list(data)) {
            return content.findAny().isEmpty();
        }
    }
}
