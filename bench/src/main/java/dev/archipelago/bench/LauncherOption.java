package dev.archipelago.bench;

import dev.archipelago.bench.servers.Archipelago;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which of our programs is measured.
final class LauncherOption {
    @Option(
            names = "--archipelago",
            paramLabel = "PATH",
            description = "Our launcher. Default: looked for here and in the directories above.")
    private @Nullable Path launcher;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before it is asked
    private CommandSpec command;

    Archipelago find() {
        return Optional.ofNullable(launcher)
                .map(Archipelago::new)
                .or(() -> Archipelago.find(Path.of("")))
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(), "There is no archipelago launcher here or above: use --archipelago."));
    }
}
