package dev.archipelago.cli.up;

import dev.archipelago.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory that `--data` names. It contains keys, administrators' tokens and every Secret in plain text, so only
/// the user who runs the process may have access. Checked at every start.
public final class DataDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    /// The entries that the program creates. Nothing else is changed, and these only beside a mark: the directory
    /// may have been named by mistake.
    private static final List<String> OWN = List.of("kubeconfig", "pki", "store", "native", "federation", "clusters");

    private static final List<String> MARKS =
            List.of("pki/ca.key", "store/rocksdb", "federation/pki/ca.key", "federation/store/rocksdb");

    private DataDirectory() {}

    /// Creates or checks the directory. If an earlier version left it open to other users, it is closed,
    /// which is logged.
    ///
    /// @throws IOException when it belongs to another user, cannot be closed to others, or is open to them and has
    /// only files that the program did not create
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
