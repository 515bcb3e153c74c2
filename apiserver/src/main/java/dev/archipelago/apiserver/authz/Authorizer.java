package dev.archipelago.apiserver.authz;

/// Decides whether a request may go on. Called on every request, on any thread.
@FunctionalInterface
public interface Authorizer {
    Decision authorize(Attributes attributes);
}
