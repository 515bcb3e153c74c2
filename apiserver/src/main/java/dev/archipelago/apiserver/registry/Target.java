package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.catalog.ServedResource;

/// What a request is about.
///
/// @param subresource empty for the object itself
public record Target(ServedResource resource, String namespace, String name, String subresource) {

    String key() {
        return resource.key(namespace, name);
    }

    ApiException notFound() {
        return ApiException.notFound(resource.group(), resource.resource(), name);
    }

    ApiException conflict(String why) {
        return ApiException.conflict(resource.group(), resource.resource(), name, why);
    }
}
