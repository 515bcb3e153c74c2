package dev.archipelago.simulation;

import dev.archipelago.cluster.StandardControllers;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.Reconciler;
import java.util.List;
import java.util.Set;

/// The controllers that a set depends on.
final class TestingControllers {
    private static final Set<String> NAMES = Set.of("statefulset", "garbage", "volumes", "nodelifecycle", "scheduler");

    private TestingControllers() {}

    static List<Reconciler> all(Caches caches) {
        return new StandardControllers("").only(NAMES, caches);
    }
}
