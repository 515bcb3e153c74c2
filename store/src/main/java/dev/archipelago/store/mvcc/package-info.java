/// The in-memory half of every store: all kept versions of all keys, the recent history, and the watches on it.
///
/// [MvccIndex] is the one public face. One writer at a time stages and publishes commits; readers never take a lock;
/// one thread per index calls the listeners of watches.
@NullMarked
package dev.archipelago.store.mvcc;

import org.jspecify.annotations.NullMarked;
