package dev.archipelago.apiserver.registry;

/// What happened to an object, as one watcher sees it.
public enum EventType {
    ADDED,
    MODIFIED,
    DELETED
}
