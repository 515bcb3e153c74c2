package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;

/// A reconciler that follows related objects in a member, for one binding.
///
/// @param reconciler its name, as several may follow objects for one binding
/// @param binding announced when they change
public record Follower(String reconciler, Key binding) {}
