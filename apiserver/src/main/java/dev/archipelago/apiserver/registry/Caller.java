package dev.archipelago.apiserver.registry;

import dev.archipelago.api.authn.UserInfo;
import java.util.function.Consumer;

/// On whose behalf the registry acts.
///
/// @param warn takes messages that the client is shown besides the result
public record Caller(UserInfo user, Consumer<String> warn) {}
