package dev.archipelago.apiserver.http;

import dev.archipelago.api.selector.FieldSelector;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.request.ReadOptions;

/// Turns the selectors of a request into a filter.
final class RequestFilters {
    private RequestFilters() {}

    static ObjectFilter of(ServedResource resource, ReadOptions options) {
        if (options.labelSelector().isEmpty() && options.fieldSelector().isEmpty()) {
            return ObjectFilter.everything();
        }
        return ObjectFilter.of(
                LabelSelector.parse(options.labelSelector()),
                FieldSelector.parse(options.fieldSelector(), resource.selectable()));
    }
}
