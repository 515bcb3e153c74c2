package dev.archipelago.apiserver.registry;

import dev.archipelago.store.KeyValue;
import java.util.List;
import java.util.OptionalLong;

/// A list, or a part of one.
///
/// @param continueToken empty on the last page
/// @param remaining how many items follow, where that is known
public record Page(List<KeyValue> entries, long revision, String continueToken, OptionalLong remaining) {}
