package dev.archipelago.api.objects;

/// Where an object is, within its kind.
///
/// @param namespace empty for objects that are in none
public record Key(String namespace, String name) implements Comparable<Key> {

    /// The key of an object that is in no namespace.
    public static Key global(String name) {
        return new Key("", name);
    }

    @Override
    public int compareTo(Key other) {
        int order = namespace.compareTo(other.namespace);
        return order != 0 ? order : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + '/' + name;
    }
}
