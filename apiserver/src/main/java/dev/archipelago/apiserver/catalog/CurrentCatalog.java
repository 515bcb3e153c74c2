package dev.archipelago.apiserver.catalog;

import java.util.function.Supplier;

/// The catalog of the moment.
public final class CurrentCatalog implements Supplier<Catalog> {
    private volatile Catalog catalog;

    public CurrentCatalog(Catalog initial) {
        catalog = initial;
    }

    @Override
    public Catalog get() {
        return catalog;
    }

    public void replace(Catalog next) {
        catalog = next;
    }
}
