package dev.archipelago.cli;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.ServerKeys;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.embedded.EmbeddedStore;
import dev.archipelago.store.etcd.EtcdOptions;
import dev.archipelago.store.etcd.EtcdStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `archipelago apiserver`: a Kubernetes API server in the foreground.
@Command(
        name = "apiserver",
        description = "Serves the Kubernetes API until it is stopped.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ApiServerCommand implements Callable<Integer> {
    /// Referenced here, as loggers without a reference are garbage collected with their level.
    private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

    enum StoreKind {
        embedded,
        etcd
    }

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private ServerOptions server;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private String host;

    @Option(
            names = "--store",
            defaultValue = "embedded",
            description = "Where objects are kept: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // has a default
    private StoreKind store;

    @Option(
            names = "--etcd-endpoints",
            paramLabel = "URL",
            split = ",",
            description = "The etcd cluster to keep objects in, for --store etcd.")
    private @Nullable List<String> etcdEndpoints;

    @Option(
            names = "--no-fsync",
            description =
                    "Acknowledge writes before they are on disk. Faster, and a power cut may lose the last of them.")
    private boolean noFsync;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private LimitOptions limits;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        limits.check();
        CountDownLatch stopped = new CountDownLatch(1);
        server.createDirectory();
        ApiServer.Options options =
                new ApiServer.Options(server.data(), host, server.port()).withReplicasMax(limits.replicasMax());
        ServerKeys.Opening keys = ServerKeys.opening(options);
        CompletableFuture<StoreException> broken = new CompletableFuture<>();
        CompletableFuture<Void> _ = broken.thenRun(stopped::countDown);
        try (Store opened = openStore(broken);
                ApiServer running = ApiServer.start(options, keys, opened)) {
            Stopping.onSignal(stopped);
            Path kubeconfig = server.kubeconfig();
            running.writeKubeconfig(kubeconfig);
            spec.commandLine().getOut().printf("ready https://%s:%d kubeconfig %s%n", host, running.port(), kubeconfig);
            spec.commandLine().getOut().flush();
            stopped.await();
            if (broken.isDone()) {
                throw broken.join();
            }
        }
        return 0;
    }

    /// @param broken is completed when the process must end because of the store
    private Store openStore(CompletableFuture<StoreException> broken) {
        return switch (store) {
            case embedded ->
                EmbeddedStore.open(server.embeddedStore(limits.quota()).withFsync(!noFsync));
            case etcd -> {
                if (etcdEndpoints == null || etcdEndpoints.isEmpty()) {
                    throw new ParameterException(spec.commandLine(), "--store etcd needs --etcd-endpoints");
                }
                limits.checkNoQuota();
                // gRPC logs a greeting at INFO to standard error, past our logging.
                GRPC_LOGGER.setLevel(Level.WARNING);
                EtcdStore opened = EtcdStore.open(EtcdOptions.at(etcdEndpoints));
                CompletableFuture<Void> _ = opened.broken().thenAccept(broken::complete);
                yield opened;
            }
        };
    }
}
