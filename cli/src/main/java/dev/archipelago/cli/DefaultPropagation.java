package dev.archipelago.cli;

/// Where objects go that no policy is about. In lower case, as people write it.
enum DefaultPropagation {
    all,
    none
}
