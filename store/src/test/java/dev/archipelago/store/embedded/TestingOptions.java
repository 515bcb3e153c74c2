package dev.archipelago.store.embedded;

import java.nio.file.Path;

/// Options for tests: RocksDB's library is unpacked once for all of them.
final class TestingOptions {
    private TestingOptions() {}

    static EmbeddedOptions in(Path directory) {
        return EmbeddedOptions.in(directory).withLibraryDirectory(Path.of("target", "native"));
    }
}
