package dev.archipelago.cli;

import dev.archipelago.cluster.services.AddressPool;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The address block for load balancers.
final class BalancerOptions {
    @Option(
            names = "--load-balancers",
            paramLabel = "BLOCK",
            defaultValue = "127.64.0.0/16",
            description = "The addresses that load balancers get; clusters of one federation need different ones. "
                    + "Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String block;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before use
    private CommandSpec command;

    AddressPool pool() {
        try {
            return new AddressPool(block);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--load-balancers: " + e.getMessage(), e);
        }
    }
}
