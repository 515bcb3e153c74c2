package dev.archipelago.api.selector;

import java.util.List;

/// A field of a kind that selectors may name.
///
/// @param name its canonical name
/// @param paths where its value is, the first one that has any; `[0]` is the first element of a list
/// @param absent its value where the object has none
record SelectableField(String name, List<List<String>> paths, String absent) {
    static final SelectableField NAME = at("metadata.name");
    static final SelectableField NAMESPACE = at("metadata.namespace");

    /// A field whose name is its path.
    static SelectableField at(String path) {
        return new SelectableField(path, List.of(List.of(path.split("\\."))), "");
    }

    static SelectableField found(String name, String... paths) {
        return new SelectableField(
                name,
                List.of(paths).stream().map(path -> List.of(path.split("\\."))).toList(),
                "");
    }

    SelectableField orElse(String value) {
        return new SelectableField(name, paths, value);
    }
}
