package dev.archipelago.cli;

import dev.archipelago.cli.report.StatusReport;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        String report = federation.ask(api -> StatusReport.read(api, Instant.now()));
        spec.commandLine().getOut().print(report);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
