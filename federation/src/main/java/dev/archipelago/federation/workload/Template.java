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

    /// The description of its kind.
    public Workload workload() {
        return Workloads.of(kind);
    }

    /// How many replicas it asks for; empty for kinds without a count.
    public OptionalInt replicas() {
        return workload().replicas(object.view());
    }

    /// The key of its object in a cluster.
    public Key nameIn(String cluster) {
        return workload().nameIn(this, cluster);
    }

    public String annotation(String name) {
        return object.meta().annotations().getOrDefault(name, "");
    }
}
