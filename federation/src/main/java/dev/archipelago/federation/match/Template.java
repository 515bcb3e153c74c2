package dev.archipelago.federation.match;

import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.federation.kinds.Binding;

/// An object of the federation that is propagated.
public record Template(Kind<?> kind, ApiObject object) {

    public Key bindingKey() {
        return Binding.keyFor(kind, object.key());
    }

    public String annotation(String name) {
        return object.meta().annotations().getOrDefault(name, "");
    }
}
