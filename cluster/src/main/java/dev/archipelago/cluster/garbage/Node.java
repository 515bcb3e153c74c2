package dev.archipelago.cluster.garbage;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;

/// An object of any kind, as last observed.
record Node(Kind<?> kind, ApiObject object) {

    String uid() {
        return object.uid();
    }

    /// Whether it is in foreground deletion and waits for its blocking dependents.
    boolean waitsForDependents() {
        return waitsForDependents(object);
    }

    static boolean waitsForDependents(ApiObject object) {
        return object.isDeleting() && object.meta().finalizers().contains(Meta.FOREGROUND);
    }

    /// Whether its deletion waits until its dependents are orphaned.
    boolean orphansDependents() {
        return object.isDeleting() && object.meta().finalizers().contains(Meta.ORPHAN);
    }

    /// Its work queue key, which unlike an object key contains the kind.
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
