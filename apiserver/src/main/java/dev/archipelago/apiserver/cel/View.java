package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.CelValue;

/// A list or map that is a value of CEL already. The interpreter goes through any other, down to its last item, each
/// time that an expression names it.
// Immutable while it lives: a view of an object that nobody changes while its rules run.
@SuppressWarnings("Immutable")
abstract class View<T> extends CelValue {
    final T content;
    private final CelType type;

    View(T content, CelType type) {
        this.content = content;
        this.type = type;
    }

    public abstract boolean isEmpty();

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return isEmpty();
    }

    @Override
    public CelType celType() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return content.equals(other);
    }

    @Override
    public int hashCode() {
        return content.hashCode();
    }

    @Override
    public String toString() {
        return content.toString();
    }
}
