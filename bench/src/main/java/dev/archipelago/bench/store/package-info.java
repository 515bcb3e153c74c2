/// The same work on two implementations of the store.
@NullMarked
package dev.archipelago.bench.store;

import org.jspecify.annotations.NullMarked;
