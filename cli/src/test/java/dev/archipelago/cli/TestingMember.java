package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `archipelago cluster` in a process of its own, for a federation in another process.
record TestingMember(Site site, Path kubeconfig, ServerProcess process) implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready \\S+ https://\\S+ dns 127\\.0\\.0\\.1:(\\d+) .*");

    /// @param place the index that its load balancer addresses are derived from
    static TestingMember start(Path home, String name, int place) throws Exception {
        Path directory = home.resolve(name);
        List<String> options = List.of(
                "--name",
                name,
                "--port",
                "0",
                "--dns-port",
                "0",
                "--region",
                name,
                "--dns-zone",
                StoreExample.ZONE,
                "--load-balancers",
                "127." + (100 + place) + ".0.0/16");
        ServerProcess process = ServerProcess.start("cluster", directory, options);
        Matcher ready = READY.matcher(process.awaitReady());
        assertThat(ready.matches()).isTrue();
        Path kubeconfig = directory.resolve("kubeconfig");
        Kubectl kubectl = Kubectl.newest(home.resolve(name + "-home"), kubeconfig);
        Dig dig = new Dig(Integer.parseInt(ready.group(1)));
        return new TestingMember(new Site(name, kubectl, dig), kubeconfig, process);
    }

    @Override
    public void close() {
        process.close();
    }
}
