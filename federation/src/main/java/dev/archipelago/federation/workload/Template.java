package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import java.util.OptionalInt;

/// An object of the federation that is propagated.
public record Template(Kind<?> kind, ApiObject object) {

    public Key bindingKey() {
        return Binding.keyFor(kind, object.key());
    }

    /// What the federation knows of its kind.
    public Workload workload() {
        return Workloads.of(kind);
    }

    /// How many replicas it asks for; nothing for what is not counted.
    public OptionalInt replicas() {
        return workload().replicas(object.view());
    }

    /// What it is called in a cluster.
    public Key nameIn(String cluster) {
        return workload().nameIn(this, cluster);
    }

    public String annotation(String name) {
        return object.meta().annotations().getOrDefault(name, "");
    }
}
