package dev.archipelago.cli;

import dev.archipelago.api.objects.NameRules;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.membership.Health;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options of every command that runs a federation.
final class FederationTraits {
    @Option(
            names = {"--federation", "--name"},
            paramLabel = "NAME",
            defaultValue = "archipelago",
            description = "The name of the federation, which is part of the names it serves. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String name;

    @Option(
            names = "--dns-zone",
            paramLabel = "ZONE",
            defaultValue = "cluster.local",
            description = "The DNS zone of the federation and of its clusters. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String zone;

    @Option(
            names = "--default-propagation",
            paramLabel = "all|none",
            defaultValue = "all",
            description = "Where objects without a policy are propagated to: all clusters or none. "
                    + "Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private DefaultPropagation propagation;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before use
    private PublishOptions publish;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before use
    private CommandSpec command;

    String name() {
        return name;
    }

    /// The name servers that its DNS records are published to.
    List<Publisher> publishers() throws IOException {
        return publish.publishers(name);
    }

    /// The settings from these options.
    ///
    /// @throws ParameterException when an option is invalid
    Federation.Settings settings(Health health, Duration period) {
        check("--federation", name, NameRules.dnsLabel(name));
        check("--dns-zone", zone, NameRules.subdomain(zone));
        return new Federation.Settings(name, zone, propagation == DefaultPropagation.all, health, period);
    }

    private void check(String option, String value, String problem) {
        if (!problem.isEmpty()) {
            throw new ParameterException(command.commandLine(), option + ": \"" + value + "\": " + problem);
        }
    }
}
