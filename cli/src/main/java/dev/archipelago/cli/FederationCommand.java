package dev.archipelago.cli;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.runtime.SystemTimers;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.federation.membership.RemoteConnector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `archipelago federation`: the controllers of a federation, against any API server.
@Command(
        name = "federation",
        description = "Runs the controllers of a federation against an API server until it is stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FederationCommand implements Callable<Integer> {
    /// Members are remote: a short network failure does not count yet.
    private static final Health HEALTH = new Health(Duration.ofSeconds(10), Duration.ofSeconds(1));

    private static final Duration PERIOD = Duration.ofSeconds(1);

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            required = true,
            description = "The kubeconfig of the federation's API server; its current context is used.")
    @SuppressWarnings("NullAway.Init") // required
    private Path kubeconfig;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationTraits traits;

    @Option(
            names = "--leader-elect",
            description = "Start when this process becomes the leader, and end when it no longer is.")
    private boolean electsLeader;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Federation.Settings settings = traits.settings(HEALTH, PERIOD);
        List<Publisher> publishers = traits.publishers();
        CountDownLatch stopped = new CountDownLatch(1);
        Kubeconfig config = Kubeconfig.read(kubeconfig);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                SystemTimers timers = new SystemTimers();
                RemoteClusterApi api = RemoteClusterApi.connect(config, "archipelago", "archipelago");
                Leadership leadership = new Leadership("archipelago-federation", api, timers, threads, stopped)) {
            if (electsLeader) {
                leadership.begin();
            }
            Stopping.onSignal(stopped);
            try (Federation federation =
                    Federation.start(part -> api, settings, new RemoteConnector(), new PrometheusRegistry())) {
                publishers.forEach(federation::publish);
                spec.commandLine().getOut().printf("ready federation %s at %s%n", traits.name(), config.server());
                spec.commandLine().getOut().flush();
                stopped.await();
            }
            return leadership.isLost() ? 1 : 0;
        }
    }
}
