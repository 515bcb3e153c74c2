package dev.archipelago.controller.objects;

import java.util.Comparator;

/// Where an object is, within its kind.
///
/// @param namespace empty for objects that are in none
public record Key(String namespace, String name) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
            Comparator.comparing(Key::namespace).thenComparing(Key::name);

    /// The key of an object that is in no namespace.
    public static Key global(String name) {
        return new Key("", name);
    }

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + '/' + name;
    }
}
