package dev.archipelago.store;

import java.util.List;

/// A consistent answer to a range read.
///
/// @param revision the revision it was read at
/// @param more whether the limit cut it short
public record Range(List<KeyValue> entries, long revision, boolean more) {}
