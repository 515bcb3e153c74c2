package dev.archipelago.cli;

import dev.archipelago.cli.report.Explanation;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `archipelago why`: why an object is placed as it is.
@Command(
        name = "why",
        description = "Explains why an object is in some clusters and not in others.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class WhyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "KIND/NAME", description = "The object, such as sts/web.")
    @SuppressWarnings("NullAway.Init") // required
    private String object;

    @Option(
            names = {"-n", "--namespace"},
            defaultValue = "default",
            description = "The namespace of the object. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String namespace;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationOptions federation;

    @Override
    public Integer call() throws Exception {
        String explanation = federation.ask(api -> Explanation.read(api, object, namespace, Instant.now()));
        federation.out().print(explanation);
        federation.out().flush();
        return 0;
    }
}
