package dev.archipelago.store.files;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Keeps files and directories for the user who runs this process: directories of mode 0700, files of mode 0600,
/// whatever the umask was at the start. On file systems without POSIX permissions it does nothing.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final FileAttribute<Set<PosixFilePermission>> FOR_OWNER =
            PosixFilePermissions.asFileAttribute(OWNERS);

    private PrivateFiles() {}

    /// Makes a directory, and those above it that are absent, and from now on every file of this process, for the
    /// owner alone. A directory that exists stays as it is.
    public static void createDirectories(Path directory) throws IOException {
        if (isPosix(existing(directory))) {
            Umask.restrict();
            Files.createDirectories(directory, FOR_OWNER);
        } else {
            Files.createDirectories(directory);
        }
    }

    /// Takes all rights on a file, or on a directory and everything below it, from everybody but the owner. Symbolic
    /// links are not followed.
    ///
    /// @return how many were changed; 0 when the path does not exist
    /// @throws IOException when something belongs to another user, or cannot be changed
    public static int restrict(Path top) throws IOException {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS) || !isPosix(top)) {
            return 0;
        }
        int[] changed = new int[1];
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                changed[0] += restrictOne(directory) ? 1 : 0;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                changed[0] += !attributes.isSymbolicLink() && restrictOne(file) ? 1 : 0;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                // A file that its owner removed meanwhile.
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return changed[0];
    }

    /// Takes all rights on one file or directory from everybody but the owner.
    ///
    /// @return whether somebody else had any
    /// @throws IOException when it belongs to another user, or cannot be changed
    public static boolean restrictOne(Path path) throws IOException {
        if (!isPosix(path)) {
            return false;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!isOurs(path)) {
            throw new IOException(
                    path + " belongs to user " + attributes.owner().getName() + ", not to who runs this process");
        }
        if (OWNERS.containsAll(attributes.permissions())) {
            return false;
        }
        Set<PosixFilePermission> owners = EnumSet.copyOf(OWNERS);
        owners.retainAll(attributes.permissions());
        try {
            Files.setPosixFilePermissions(path, owners);
        } catch (IOException e) {
            throw new IOException(
                    path + " may be used by other users (" + PosixFilePermissions.toString(attributes.permissions())
                            + "), which cannot be changed: " + e.getMessage(),
                    e);
        }
        return true;
    }

    /// Whether other users than the owner have any right on a file or directory.
    public static boolean isOpenToOthers(Path path) throws IOException {
        return isPosix(path) && !OWNERS.containsAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static boolean isOurs(Path path) throws IOException {
        return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) instanceof Integer uid
                && uid == new UnixSystem().getUid();
    }

    private static boolean isPosix(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }

    private static Path existing(Path directory) {
        Path path = directory.toAbsolutePath();
        while (!Files.exists(path) && path.getParent() != null) {
            path = path.getParent();
        }
        return path;
    }
}
