package dev.archipelago.cli;

import dev.archipelago.dns.publish.Key;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.dns.publish.UpdatePublisher;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options for publishing DNS records to other name servers. The key is read from a file, because all users of a
/// machine can read arguments.
final class PublishOptions {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Pattern SERVER = Pattern.compile("(?:\\[([^\\]]+)]|([^:]+)):(\\d{1,5})");
    private static final int PORT_MAX = 65_535;

    @Option(
            names = "--dns-publish",
            paramLabel = "SERVER:PORT",
            split = ",",
            description = "A name server that accepts updates of the zone (RFC 2136); of several the first "
                    + "that answers is used.")
    private List<String> servers = new ArrayList<>();

    @Option(
            names = "--dns-key-file",
            paramLabel = "FILE",
            description = "The file with the key that signs updates, as tsig-keygen prints it.")
    private @Nullable Path keyFile;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before use
    private CommandSpec command;

    /// The publishers; empty when no server is given.
    ///
    /// @param owner the mark of published records
    List<Publisher> publishers(String owner) throws IOException {
        if (servers.isEmpty() && keyFile == null) {
            return List.of();
        }
        if (servers.isEmpty() || keyFile == null) {
            throw wrong("--dns-publish and --dns-key-file need each other");
        }
        List<InetSocketAddress> addresses = servers.stream().map(this::address).toList();
        try {
            Key key = Key.read(Files.readString(keyFile));
            return List.of(new UpdatePublisher(addresses, key, owner, TIMEOUT));
        } catch (IllegalArgumentException e) {
            throw new IOException(keyFile + ": " + e.getMessage(), e);
        }
    }

    private InetSocketAddress address(String text) {
        Matcher server = SERVER.matcher(text);
        if (!server.matches() || Integer.parseInt(server.group(3)) > PORT_MAX) {
            throw wrong("--dns-publish: \"" + text + "\" is not SERVER:PORT");
        }
        String host = server.group(1) == null ? server.group(2) : server.group(1);
        return InetSocketAddress.createUnresolved(host, Integer.parseInt(server.group(3)));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
