package dev.archipelago.cli;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.Joining;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `archipelago join`: a cluster becomes a member of a federation.
@Command(
        name = "join",
        description = "Makes a cluster a member of the federation.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class JoinCommand implements Callable<Integer> {
    private static final Duration LEARNING = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String SIGNATURE = "archipelago";

    @Parameters(paramLabel = "NAME", description = "The name of the cluster in the federation.")
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(
            names = "--cluster-kubeconfig",
            paramLabel = "FILE",
            required = true,
            description = "The kubeconfig of the cluster, of a user who may grant rights there.")
    @SuppressWarnings("NullAway.Init") // required
    private Path clusterKubeconfig;

    @Option(
            names = "--cluster-context",
            paramLabel = "CONTEXT",
            defaultValue = "",
            description = "The context of that file. Default: its current one")
    @SuppressWarnings("NullAway.Init") // has a default
    private String clusterContext;

    @Option(
            names = "--grant",
            paramLabel = "GROUP",
            split = ",",
            description = "An API group whose kinds the federation may write in the cluster, such as that of a "
                    + "CustomResourceDefinition. May be given several times.")
    private List<String> groups = new ArrayList<>();

    @Option(
            names = "--impersonate",
            description =
                    "Lets the federation impersonate users in the cluster: requests through clusters/NAME/proxy are "
                            + "made as the user. Otherwise they are made as the federation's own account, and "
                            + "those about secrets are refused.")
    private boolean impersonate;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private FederationOptions federation;

    @Override
    public Integer call() throws Exception {
        Kubeconfig config = Kubeconfig.read(clusterKubeconfig, clusterContext);
        if (!config.isDirect()) {
            throw new IOException(clusterKubeconfig
                    + ": clusters that are behind a proxy-url or have a tls-server-name cannot be members");
        }
        try (RemoteClusterApi cluster = RemoteClusterApi.connect(config, SIGNATURE, SIGNATURE)) {
            return federation.ask(api -> join(api, cluster, config));
        }
    }

    private Integer join(ClusterApi api, RemoteClusterApi cluster, Kubeconfig config) throws Exception {
        Joining.Newcomer newcomer = new Joining.Newcomer(
                cluster,
                config.server().toString(),
                config.authorityPem(),
                config.isInsecure(),
                (account, lifetime) -> token(cluster.requestToken(account, lifetime)),
                token -> checkToken(config, token));
        new Joining(api, newcomer, LEARNING, InstantSource.system(), federation.err()::println)
                .join(name, new Joining.OptionalRights(groups, impersonate));
        String problem = awaitReady(api);
        if (!problem.isEmpty()) {
            throw new IOException("cluster " + name + " has joined, but is not ready after " + PATIENCE.toSeconds()
                    + " s: " + problem);
        }
        federation.out().println("cluster " + name + " has joined and is ready");
        return 0;
    }

    private static Joining.Token token(JsonNode request) {
        JsonNode status = request.path("status");
        return new Joining.Token(
                status.path("token").asString(""),
                Texts.time(status.path("expirationTimestamp")).orElse(Instant.MAX));
    }

    /// Makes the request that the federation's prober makes first.
    private static void checkToken(Kubeconfig config, String token) throws IOException {
        Kubeconfig as = Kubeconfig.of(config.server().toString(), config.authorityPem(), token, config.isInsecure());
        try (RemoteClusterApi api = RemoteClusterApi.connect(as, SIGNATURE, SIGNATURE)) {
            api.checkReady();
            api.list(Node.KIND);
        }
    }

    /// @return why the cluster is not ready; empty when it is
    private String awaitReady(ClusterApi api) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            JsonNode status =
                    api.get(Cluster.KIND, Key.global(name)).map(Cluster::status).orElse(Json.object());
            if (Conditions.isTrue(status, Cluster.READY)) {
                return "";
            }
            if (System.nanoTime() - end > 0) {
                return Conditions.find(status, Cluster.READY)
                        .path("message")
                        .asString("the federation has not probed it; are its controllers running?");
            }
            Thread.sleep(PAUSE);
        }
    }
}
