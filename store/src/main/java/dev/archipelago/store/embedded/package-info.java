/// The store for one process: everything in memory, made durable by RocksDB in one directory.
///
/// [EmbeddedStore] is the one public face, opened with [EmbeddedOptions]. Only platform threads call RocksDB, because
/// a native call holds on to the carrier of a virtual thread.
@NullMarked
package dev.archipelago.store.embedded;

import org.jspecify.annotations.NullMarked;
