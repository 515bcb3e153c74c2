package dev.archipelago.apiserver.kubectl;

import java.nio.file.Path;

/// A kubectl program.
///
/// @param minor its version, which is 1.minor
record KubectlBinary(Path path, int minor) {
    /// From this version on a command is there or has changed.
    boolean since(int version) {
        return minor >= version;
    }

    @Override
    public String toString() {
        return "kubectl 1." + minor;
    }
}
