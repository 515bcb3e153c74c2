package dev.archipelago.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The entry of the `archipelago` command.
@Command(
        name = "archipelago",
        description = "Runs stateful applications across many Kubernetes clusters as if they were one.",
        mixinStandardHelpOptions = true,
        version = "archipelago 0.1.0",
        subcommands = {
            UpCommand.class,
            StatusCommand.class,
            WhyCommand.class,
            JoinCommand.class,
            UnjoinCommand.class,
            LeverCommand.Stop.class,
            LeverCommand.Start.class,
            LeverCommand.Cut.class,
            LeverCommand.Heal.class,
            ApiServerCommand.class,
            ClusterCommand.class,
            ControllersCommand.class,
            FederationCommand.class,
            RehearseCommand.class
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: see 'archipelago --help'.");
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((failure, commandLine, result) -> {
            commandLine.getErr().println("archipelago: " + Failures.oneLine(failure));
            return 1;
        });
    }

    /// Runs a command and ends the process with its exit code.
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }
}
