package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.apiserver.catalog.ServedResource;
import java.util.Map;
import java.util.Optional;

/// Says where objects are that people may look for here in vain.
///
/// @param sentences by resource, such as `pods` or `deployments.apps`
record Absence(Map<String, String> sentences) {

    Optional<String> of(ServedResource resource) {
        String name = resource.group().isEmpty() ? resource.resource() : resource.resource() + '.' + resource.group();
        return Optional.ofNullable(sentences.get(name));
    }

    /// The same failure; with the sentence, when it is that there is no such object.
    ApiException explained(ApiException failure, ServedResource resource) {
        if (failure.reason() != Reason.NOT_FOUND) {
            return failure;
        }
        return of(resource)
                .map(sentence ->
                        new ApiException(Reason.NOT_FOUND, failure.getMessage() + ": " + sentence, failure.details()))
                .orElse(failure);
    }
}
