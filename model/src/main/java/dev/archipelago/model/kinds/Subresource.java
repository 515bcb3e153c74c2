package dev.archipelago.model.kinds;

import java.util.List;

/// Something below an object that is read or written by itself, such as `status`. Its kind may be of another group than
/// the resource: `scale` of a StatefulSet is an `autoscaling/v1` Scale.
public record Subresource(String name, String group, String version, String kind, List<String> verbs) {
    public Subresource {
        verbs = List.copyOf(verbs);
    }

    public GroupVersionKind groupVersionKind() {
        return new GroupVersionKind(group, version, kind);
    }
}
