package dev.archipelago.apiserver.structural;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is made when it is first asked for.
final class Once<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T value;

    Once(Supplier<T> maker) {
        this.maker = maker;
    }

    @Override
    public T get() {
        T present = value;
        return present == null ? make() : present;
    }

    private synchronized T make() {
        T present = value;
        if (present == null) {
            present = maker.get();
            value = present;
        }
        return present;
    }
}
