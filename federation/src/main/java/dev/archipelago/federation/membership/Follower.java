package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Key;

/// Who follows related objects in a member.
///
/// @param reconciler its name: several may follow the same for one binding
/// @param binding which is told of when they change
public record Follower(String reconciler, Key binding) {}
