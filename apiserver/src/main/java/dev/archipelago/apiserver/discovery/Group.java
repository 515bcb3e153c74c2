package dev.archipelago.apiserver.discovery;

import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;

/// A group and its versions, the preferred one first.
record Group(String name, List<Version> versions) {
    Group {
        versions = List.copyOf(versions);
    }

    /// A version of a group and its resources.
    record Version(String name, List<ResourceKind> kinds) {
        Version {
            kinds = List.copyOf(kinds);
        }
    }

    String groupVersion(Version version) {
        return name.isEmpty() ? version.name() : name + "/" + version.name();
    }

    /// The version that objects of this kind are stored as: the preferred one that has it.
    String storageVersion(String kind) {
        for (Version version : versions) {
            for (ResourceKind candidate : version.kinds()) {
                if (candidate.kind().equals(kind)) {
                    return version.name();
                }
            }
        }
        throw new IllegalArgumentException("no version of " + name + " has " + kind);
    }
}
