package dev.archipelago.api.objects;

import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// A kind of objects and how they are decoded.
///
/// @param resource its name in paths, such as `statefulsets`
/// @param decoder makes of a stored object the part that the reader looks at
public record Kind<T extends ApiObject>(
        GroupVersionKind type,
        String resource,
        boolean namespaced,
        BiFunction<Stored, ObjectNode, T> reader,
        Function<Stored, ObjectNode> decoder) {

    public static <T extends ApiObject> Kind<T> namespaced(
            String apiVersion, String kind, String resource, BiFunction<Stored, ObjectNode, T> reader) {
        return new Kind<>(GroupVersionKind.of(apiVersion, kind), resource, true, reader, Stored::view);
    }

    public static <T extends ApiObject> Kind<T> global(
            String apiVersion, String kind, String resource, BiFunction<Stored, ObjectNode, T> reader) {
        return new Kind<>(GroupVersionKind.of(apiVersion, kind), resource, false, reader, Stored::view);
    }

    public String apiVersion() {
        return type.apiVersion();
    }

    public String name() {
        return type.kind();
    }

    public T read(Stored stored) {
        return reader.apply(stored, decoder.apply(stored));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Kind<?> kind && type.equals(kind.type);
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public String toString() {
        return type.kind();
    }
}
