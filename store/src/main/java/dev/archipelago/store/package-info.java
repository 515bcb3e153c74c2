/// An ordered, multi-version key-value store with watches: the one place where Archipelago keeps state.
///
/// [Store] is the contract, kept by every implementation and checked by one contract test.
@NullMarked
package dev.archipelago.store;

import org.jspecify.annotations.NullMarked;
