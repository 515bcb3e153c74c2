package dev.archipelago.cli;

import dev.archipelago.cli.report.StatusReport;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `archipelago status`: a federation at a glance.
@Command(
        name = "status",
        description = "Shows clusters, workloads, and what waits for what.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationOptions federation;

    @Override
    public Integer call() throws Exception {
        String report = federation.ask(api -> StatusReport.read(api, Instant.now()));
        federation.out().print(report);
        federation.out().flush();
        return 0;
    }
}
