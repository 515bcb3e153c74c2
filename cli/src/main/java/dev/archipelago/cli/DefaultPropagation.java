package dev.archipelago.cli;

/// Where objects without a policy go. In lower case, as on the command line.
enum DefaultPropagation {
    all,
    none
}
