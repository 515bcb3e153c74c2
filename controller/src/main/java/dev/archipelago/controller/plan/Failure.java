package dev.archipelago.controller.plan;

import dev.archipelago.api.errors.ApiException;

/// An action that did not succeed, and why.
public record Failure(Action action, ApiException reason) {}
