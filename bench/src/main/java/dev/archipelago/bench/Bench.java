package dev.archipelago.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The entry of the benchmarks.
@Command(
        name = "bench/run",
        description = "Measures Archipelago beside its peers, in one run on one machine.",
        mixinStandardHelpOptions = true,
        subcommands = {StoreCommand.class, ApiServerCommand.class, ClusterCommand.class, FederationCommand.class})
public final class Bench implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to measure: see 'bench/run --help'.");
    }

    static CommandLine commandLine() {
        return new CommandLine(new Bench()).setExecutionExceptionHandler((failure, commandLine, result) -> {
            commandLine.getErr().println("bench: " + failure);
            return 1;
        });
    }

    /// Runs a benchmark and ends the process with its exit code.
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }
}
