package dev.archipelago.cli;

import java.nio.file.Path;

/// The directory into which native libraries are unpacked.
final class NativeDirectory {
    private NativeDirectory() {}

    /// The launcher's directory, which all its processes share; without a launcher, the given one.
    static Path or(Path other) {
        String launchers = System.getProperty("archipelago.native", "");
        return launchers.isEmpty() ? other : Path.of(launchers);
    }
}
