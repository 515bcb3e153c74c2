package dev.archipelago.apiserver.crd;

import java.util.List;
import java.util.Optional;

/// A kind that a definition defines.
///
/// @param listKind the kind of its lists, which a definition may choose
/// @param versions all of them, in the order of the definition
/// @param webhook whether versions are converted by a webhook instead of by doing nothing
public record CustomKind(
        String group,
        String resource,
        String kind,
        String listKind,
        boolean namespaced,
        List<CustomVersion> versions,
        boolean webhook) {

    public CustomKind {
        versions = List.copyOf(versions);
    }

    public List<CustomVersion> served() {
        return versions.stream().filter(CustomVersion::served).toList();
    }

    /// The version that objects are stored in.
    public CustomVersion storage() {
        for (CustomVersion version : versions) {
            if (version.storage()) {
                return version;
            }
        }
        throw new IllegalStateException("no storage version in " + resource + '.' + group);
    }

    public Optional<CustomVersion> version(String name) {
        for (CustomVersion version : versions) {
            if (version.kind().version().equals(name)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }
}
