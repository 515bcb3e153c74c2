package dev.archipelago.cli;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `archipelago` command.
@Command(
        name = "archipelago",
        description = "Runs stateful applications across many Kubernetes clusters as if they were one.",
        mixinStandardHelpOptions = true,
        version = "archipelago 0.1.0")
public final class Main implements Runnable {
    /// In the order of the help.
    private static final SequencedMap<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("up", UpCommand.class);
        COMMANDS.put("status", StatusCommand.class);
        COMMANDS.put("why", WhyCommand.class);
        COMMANDS.put("join", JoinCommand.class);
        COMMANDS.put("unjoin", UnjoinCommand.class);
        COMMANDS.put("stop", SwitchCommand.Stop.class);
        COMMANDS.put("start", SwitchCommand.Start.class);
        COMMANDS.put("cut", SwitchCommand.Cut.class);
        COMMANDS.put("heal", SwitchCommand.Heal.class);
        COMMANDS.put("apiserver", ApiServerCommand.class);
        COMMANDS.put("cluster", ClusterCommand.class);
        COMMANDS.put("controllers", ControllersCommand.class);
        COMMANDS.put("federation", FederationCommand.class);
        COMMANDS.put("train", TrainCommand.class);
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command given: see 'archipelago --help'.");
    }

    /// Builds the command line. Only the options of the command that the arguments name are read: reading those of
    /// all commands takes longer than opening a store.
    static CommandLine commandLine(String... arguments) {
        CommandLine line = new CommandLine(new Main());
        Class<?> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        if (named == null) {
            COMMANDS.forEach(line::addSubcommand);
        } else {
            line.addSubcommand(arguments[0], named);
        }
        return line.setExecutionExceptionHandler((failure, commandLine, result) -> {
            commandLine.getErr().println("archipelago: " + Failures.oneLine(failure));
            return 1;
        });
    }

    /// Runs a command and ends the process with its exit code.
    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }
}
