package dev.archipelago.cli;

import dev.archipelago.cluster.StandardControllers;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.NodeAgent;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.events.EventMetrics;
import dev.archipelago.controller.events.EventRecorder;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Controllers;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.controller.runtime.SystemTimers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `archipelago controllers`: the controllers of a cluster, against any API server.
@Command(
        name = "controllers",
        description = "Runs controllers against an API server until it is stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ControllersCommand implements Callable<Integer> {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            required = true,
            description = "The kubeconfig of the API server; its current context is used.")
    @SuppressWarnings("NullAway.Init") // required
    private Path kubeconfig;

    @Option(names = "--only", split = ",", description = "Which controllers to run. Default: all")
    private @Nullable List<String> only;

    @Option(
            names = "--nodes",
            defaultValue = "0",
            description = "How many simulated nodes to run, if there are no real ones. " + "Default: ${DEFAULT-VALUE}")
    private int nodes;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private BalancerOptions balancers;

    @Option(
            names = "--leader-elect",
            description = "Start when this process becomes the leader, and end when it no longer is.")
    private boolean electsLeader;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        StandardControllers known = new StandardControllers("", balancers.pool());
        Set<String> wanted = only == null ? known.names() : new LinkedHashSet<>(only);
        for (String name : wanted) {
            if (!known.names().contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "There is no controller '" + name + "', only " + known.names());
            }
        }
        PrometheusRegistry registry = new PrometheusRegistry();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                SystemTimers timers = new SystemTimers();
                RemoteClusterApi api =
                        RemoteClusterApi.connect(Kubeconfig.read(kubeconfig), "archipelago", "archipelago");
                Leadership leadership = new Leadership("archipelago-controllers", api, timers, threads, stopped)) {
            if (electsLeader) {
                leadership.begin();
            }
            Stopping.onSignal(stopped);
            Caches caches = new Caches();
            try (EventRecorder events = new EventRecorder(
                            api, timers, RandomGenerator.of("L64X128MixRandom"), threads, new EventMetrics(registry));
                    Controllers _ = Controllers.start(
                            "controllers",
                            name -> api,
                            caches,
                            reconcilers(known, wanted, caches),
                            timers,
                            events,
                            new ControllerMetrics(registry))) {
                spec.commandLine().getOut().printf("ready %s%n", String.join(",", wanted));
                spec.commandLine().getOut().flush();
                stopped.await();
            }
            return leadership.isLost() ? 1 : 0;
        }
    }

    private List<Reconciler> reconcilers(StandardControllers known, Set<String> wanted, Caches caches) {
        List<Reconciler> reconcilers = new ArrayList<>(known.only(wanted, caches));
        if (nodes > 0) {
            Fleet fleet = Fleet.of(nodes, List.of("a", "b", "c"));
            reconcilers.addAll(NodeAgent.reconcilers(
                    caches, fleet, new SimulatedRuntime(Map.of("stop-delay", SimulatedRuntime.STOP_DELAY))));
        }
        return reconcilers;
    }
}
