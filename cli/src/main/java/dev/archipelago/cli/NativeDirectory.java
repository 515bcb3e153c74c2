package dev.archipelago.cli;

import java.nio.file.Path;

/// Where native libraries are unpacked.
final class NativeDirectory {
    private NativeDirectory() {}

    /// The launcher's directory, shared by all that it starts; without a launcher, the one given.
    static Path or(Path other) {
        String launchers = System.getProperty("archipelago.native", "");
        return launchers.isEmpty() ? other : Path.of(launchers);
    }
}
