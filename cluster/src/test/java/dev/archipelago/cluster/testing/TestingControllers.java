package dev.archipelago.cluster.testing;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.runtime.SystemTimers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Function;

/// Controllers in the process of an API server.
public final class TestingControllers implements AutoCloseable {
    private final SystemTimers timers = new SystemTimers();
    private final Controllers controllers;

    public TestingControllers(TestingApiServer server, Function<Caches, List<Reconciler>> reconcilers) {
        Caches caches = new Caches();
        controllers = Controllers.start(
                "c1",
                name -> api(server, name),
                caches,
                reconcilers.apply(caches),
                timers,
                EventSink.SILENT,
                new ControllerMetrics(new PrometheusRegistry()));
    }

    public static ClusterApi api(TestingApiServer server, String name) {
        return server.server().local(UserInfo.of("system:" + name, UserInfo.MASTERS), name);
    }

    @Override
    public void close() {
        controllers.close();
        timers.close();
    }
}
