package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.GroupVersionKind;

/// One thing that can be done at one path.
///
/// @param custom whether the kind is a custom resource
/// @param body the definition of what is sent; empty when nothing is
/// @param response the definition of what comes back; empty for plain text
record Operation(
        String path, Action action, String id, GroupVersionKind kind, boolean custom, String body, String response) {}
