package dev.archipelago.cluster.garbage;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;

/// An object of any kind, as it was last seen.
record Node(Kind<?> kind, ApiObject object) {

    String uid() {
        return object.uid();
    }

    /// Whether its deletion waits for that of the dependents that block it.
    boolean waitsForDependents() {
        return waitsForDependents(object);
    }

    static boolean waitsForDependents(ApiObject object) {
        return object.isDeleting() && object.meta().finalizers().contains(Meta.FOREGROUND);
    }

    /// Whether its deletion waits for its dependents to be set free.
    boolean orphansDependents() {
        return object.isDeleting() && object.meta().finalizers().contains(Meta.ORPHAN);
    }

    /// The key under which the collector thinks of it: keys alone do not tell kinds apart.
    Key id() {
        return id(kind, object.key());
    }

    static Key id(Kind<?> kind, Key key) {
        return new Key(key.namespace(), type(kind.type().group(), kind.type().kind()) + SEPARATOR + key.name());
    }

    static final char SEPARATOR = ':';

    /// A kind, whatever its version.
    static String type(String group, String kind) {
        return group + '/' + kind;
    }
}
