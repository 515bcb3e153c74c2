package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.catalog.Catalog;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The documents of the catalog of the moment, made anew when that changes.
final class CurrentDocuments implements Supplier<Documents> {
    private final Supplier<Catalog> catalog;
    private final String address;
    private volatile @Nullable Made made;

    private record Made(Catalog of, Documents documents) {}

    CurrentDocuments(Supplier<Catalog> catalog, String address) {
        this.catalog = catalog;
        this.address = address;
    }

    @Override
    public Documents get() {
        Catalog current = catalog.get();
        Made last = made;
        if (last == null || last.of != current) {
            last = new Made(current, new Documents(current, address));
            made = last;
        }
        return last.documents;
    }
}
