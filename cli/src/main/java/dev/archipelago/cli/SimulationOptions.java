package dev.archipelago.cli;

import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options for the behaviour of simulated containers.
final class SimulationOptions {
    @Option(
            names = "--simulate",
            paramLabel = "RULE=VALUE",
            description = "The behaviour of pods without an annotation simulation.archipelago.dev/RULE, "
                    + "such as ready-delay=2s. May be given several times. Default: stop-delay="
                    + SimulatedRuntime.STOP_DELAY)
    private Map<String, String> given = new HashMap<>();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    /// Refuses invalid rules before anything starts.
    void check() {
        given.forEach((rule, value) -> {
            String problem = SimulatedRuntime.problem(rule, value);
            if (!problem.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "--simulate: " + problem);
            }
        });
    }

    /// The rules for all pods, with their values.
    Map<String, String> behaviour() {
        Map<String, String> behaviour = new HashMap<>(given);
        behaviour.putIfAbsent("stop-delay", SimulatedRuntime.STOP_DELAY);
        return behaviour;
    }
}
