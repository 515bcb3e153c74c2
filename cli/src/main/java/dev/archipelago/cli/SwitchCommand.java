package dev.archipelago.cli;

import dev.archipelago.cli.up.ClusterSwitch;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `archipelago stop|start|cut|heal`: stops, starts, cuts off or reconnects a cluster of `archipelago up`.
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract sealed class SwitchCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClusterSwitch.Operation operation;

    @Parameters(paramLabel = "CLUSTER", description = "The name of the cluster.")
    @SuppressWarnings("NullAway.Init") // required
    private String cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationOptions federation;

    private SwitchCommand(ClusterSwitch.Operation operation) {
        this.operation = operation;
    }

    @Override
    public final Integer call() throws Exception {
        String done = federation.ask(api -> new ClusterSwitch(api, PATIENCE).run(cluster, operation));
        federation.out().println(done);
        return 0;
    }

    @Command(name = "stop", description = "Stops a cluster of 'archipelago up', as if its power were cut.")
    static final class Stop extends SwitchCommand {
        Stop() {
            super(ClusterSwitch.Operation.STOP);
        }
    }

    @Command(name = "start", description = "Starts a cluster of 'archipelago up' that was stopped.")
    static final class Start extends SwitchCommand {
        Start() {
            super(ClusterSwitch.Operation.START);
        }
    }

    @Command(
            name = "cut",
            description = "Cuts a cluster of 'archipelago up' off from the federation; it goes on running.")
    static final class Cut extends SwitchCommand {
        Cut() {
            super(ClusterSwitch.Operation.CUT);
        }
    }

    @Command(name = "heal", description = "Reconnects a cluster of 'archipelago up' that was cut off.")
    static final class Heal extends SwitchCommand {
        Heal() {
            super(ClusterSwitch.Operation.HEAL);
        }
    }
}
