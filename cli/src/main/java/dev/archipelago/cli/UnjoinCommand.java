package dev.archipelago.cli;

import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.membership.Leaving;
import dev.archipelago.federation.membership.RemoteConnector;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `archipelago unjoin`: a cluster leaves its federation.
@Command(
        name = "unjoin",
        description =
                "Removes a cluster from the federation. It keeps what it runs; replicas of StatefulSets are not moved.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class UnjoinCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "The name of the cluster.")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(
            names = "--force",
            description = "Even if the cluster cannot be reached to remove the rights of the federation.")
    private boolean force;

    @Option(
            names = "--move",
            description = "Gives up the replicas of StatefulSets that stay in the cluster: as many are placed in other "
                    + "clusters, with other names and new volumes. Also for a cluster that has left already.")
    private boolean move;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationOptions federation;

    @Override
    public Integer call() throws Exception {
        return federation.ask(api -> {
            new Leaving(api, new RemoteConnector(), federation.err()::println).leave(name, force, move);
            federation
                    .out()
                    .println("cluster " + name + " has left; it keeps its objects, marked with " + Names.FEDERATION);
            return 0;
        });
    }
}
