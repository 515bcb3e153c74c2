package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: the observed generation of a status never decreases, and never exceeds the object's.
final class Generations implements Judge {
    private final Consumer<String> complaints;

    Generations(Consumer<String> complaints) {
        this.complaints = complaints;
    }

    @Override
    public void set(@Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (after == null) {
            return;
        }
        long observed = observed(after);
        if (before != null && observed(before) > observed) {
            complaints.accept(after.key() + " has observed generation " + observed + " after " + observed(before));
        }
        if (observed > after.meta().generation()) {
            complaints.accept(after.key() + " has observed a generation that is yet to come");
        }
    }

    private static long observed(StatefulSet set) {
        return set.status().path("observedGeneration").asLong(0);
    }
}
