package dev.archipelago.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.catalog.ServedResource;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A new kind must be given its place: either something acts on it, or whoever creates one is warned.
class KindActorsTest {
    private static final Set<String> SERVED = BuiltinCatalog.resources().stream()
            .map(ServedResource::keyPrefix)
            .map(prefix -> prefix.substring(0, prefix.length() - 1))
            .collect(Collectors.toSet());

    @Test
    void everyServedKindHasItsPlaceAndNoOtherHas() {
        assertThat(KindActors.all().keySet()).containsExactlyInAnyOrderElementsOf(SERVED);
    }
}
