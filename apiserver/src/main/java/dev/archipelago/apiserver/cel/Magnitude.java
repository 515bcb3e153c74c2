package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaNode;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How large a value of an expression can be, and what is known of the values within it.
///
/// @param size the most characters of a text, or elements of a list or map; 1 for other values
/// @param shape the schema that the value is of, if it is a part of the object
/// @param element what the elements are like, if the expression made the list or map
record Magnitude(long size, @Nullable Shape shape, @Nullable Magnitude element) {

    /// No object can be larger, since no request can.
    static final long REQUEST_BYTES_MAX = 3 * 1024 * 1024;

    static final Magnitude ONE = new Magnitude(1, null, null);

    /// A text, list or map of which nothing is known.
    static final Magnitude UNKNOWN = new Magnitude(Long.MAX_VALUE, null, null);

    /// What a JSON value of a schema takes at least, by its type.
    private static final long TEXT_BYTES_MIN = 2;

    private static final long BOOLEAN_BYTES_MIN = 4;

    static Magnitude of(Shape shape) {
        return new Magnitude(sizeMax(shape), shape, null);
    }

    static Magnitude of(long size) {
        return new Magnitude(size, null, null);
    }

    static Magnitude of(CelType type) {
        return switch (type.kind()) {
            case STRING, BYTES, LIST, MAP, DYN, ANY, TYPE_PARAM, OPAQUE -> UNKNOWN;
            default -> ONE;
        };
    }

    /// What an element of the list or map is like, given its type.
    Magnitude elementOf(CelType type) {
        if (element != null) {
            return element;
        }
        return shape == null || shape.element() == null ? of(type) : of(shape.element());
    }

    /// What a key of the map is like. Nothing bounds the length of keys.
    Magnitude key() {
        return shape != null && shape.type().kind() == CelKind.MAP ? of(REQUEST_BYTES_MAX) : UNKNOWN;
    }

    Magnitude field(String name, CelType type) {
        if (shape == null) {
            return of(type);
        }
        Shape.Field field = shape.fields().get(name);
        if (field != null) {
            return of(field.shape());
        }
        return shape.element() == null ? of(type) : of(shape.element());
    }

    /// What is at least as large as either.
    Magnitude union(Magnitude other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        long larger = Math.max(size, other.size);
        if (shape != null && Objects.equals(shape, other.shape)) {
            return new Magnitude(larger, shape, element);
        }
        @Nullable Magnitude one = elements();
        @Nullable Magnitude two = other.elements();
        return new Magnitude(larger, null, one == null || two == null ? null : one.union(two));
    }

    private boolean isEmpty() {
        return size == 0 && shape == null && element == null;
    }

    private @Nullable Magnitude elements() {
        return element != null || shape == null || shape.element() == null ? element : of(shape.element());
    }

    /// The same values, more or fewer of them.
    Magnitude withSize(long newSize) {
        return new Magnitude(newSize, null, elements());
    }

    private static long sizeMax(Shape shape) {
        SchemaNode node = shape.node();
        long limit = node.sizeMax();
        return switch (node.type()) {
            case INT_OR_STRING -> limit < 0 ? REQUEST_BYTES_MAX - 2 : Cost.times(limit, 4);
            case STRING -> textMax(node, limit);
            case ARRAY -> {
                Shape items = shape.element();
                long smallest = items == null ? 0 : bytesMin(items);
                yield limit < 0 ? (REQUEST_BYTES_MAX - 2) / (smallest + 1) : limit;
            }
            case OBJECT -> {
                Shape values = shape.element();
                if (values == null) {
                    yield 1;
                }
                yield limit < 0 ? (REQUEST_BYTES_MAX - 2) / (bytesMin(values) + 6) : limit;
            }
            case ANY, INTEGER, NUMBER, BOOLEAN -> 1;
        };
    }

    /// Limits count characters, of which each may take four bytes.
    private static long textMax(SchemaNode node, long limit) {
        return switch (node.format()) {
            case "duration", "date-time" -> 32;
            case "date" -> 12;
            case "byte" -> limit < 0 ? REQUEST_BYTES_MAX - 2 : limit;
            default -> {
                long longest = node.longestValue();
                yield limit >= 0 ? Cost.times(limit, 4) : longest >= 0 ? longest : REQUEST_BYTES_MAX - 2;
            }
        };
    }

    /// The fewest bytes that a value of the shape takes in JSON.
    static long bytesMin(Shape shape) {
        return switch (shape.node().type()) {
            case STRING ->
                switch (shape.node().format()) {
                    case "duration" -> 3;
                    case "date" -> 12;
                    case "date-time" -> 21;
                    default -> TEXT_BYTES_MIN;
                };
            case BOOLEAN -> BOOLEAN_BYTES_MIN;
            case ARRAY -> 2;
            case OBJECT -> 2 + requiredBytes(shape);
            case ANY, INTEGER, NUMBER, INT_OR_STRING -> 1;
        };
    }

    private static long requiredBytes(Shape shape) {
        long bytes = 0;
        for (Shape.Field field : shape.fields().values()) {
            boolean required = shape.node().required().contains(field.name());
            if (required && field.shape().node().defaultValue() == null) {
                bytes += field.name().length() + bytesMin(field.shape()) + 4;
            }
        }
        return bytes;
    }
}
