package dev.archipelago.cli;

import dev.archipelago.apiserver.admission.ReplicaLimit;
import dev.archipelago.store.embedded.StoreQuota;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The limits of a server.
final class LimitOptions {
    private static final int NODES_MAX = 10_000;
    private static final long QUOTA_BYTES_MIN = 16 << 20;

    @Option(
            names = "--max-replicas",
            paramLabel = "N",
            defaultValue = "" + ReplicaLimit.DEFAULT_MAX,
            description = "The most replicas that one workload may ask for. Default: ${DEFAULT-VALUE}")
    private int replicasMax;

    @Option(
            names = "--quota-backend-bytes",
            paramLabel = "BYTES",
            description = "How much of the heap the stores of this process may keep together; beyond, creations are"
                    + " refused. Default: half of the heap")
    private @Nullable Long quotaBytes;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    int replicasMax() {
        return replicasMax;
    }

    /// The quota of all embedded stores of this process.
    StoreQuota quota() {
        return quotaBytes == null ? StoreQuota.ofProcess() : StoreQuota.ofProcess(quotaBytes);
    }

    /// Refuses a quota when there is no embedded store.
    void checkNoQuota() {
        if (quotaBytes != null) {
            throw wrong("--quota-backend-bytes: is for the embedded store; etcd has an option of this name itself");
        }
    }

    /// Refuses invalid limits before anything starts.
    ///
    /// @param nodes of each cluster
    void check(int nodes) {
        check();
        if (nodes < 1) {
            throw wrong("--nodes: a cluster needs at least one node");
        }
        if (nodes > NODES_MAX) {
            throw wrong("--nodes: at most " + NODES_MAX + " nodes can be simulated in a cluster");
        }
    }

    void check() {
        if (replicasMax < 1) {
            throw wrong("--max-replicas: must be at least 1");
        }
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (quotaBytes != null && quotaBytes < QUOTA_BYTES_MIN) {
            throw wrong("--quota-backend-bytes: must be at least " + QUOTA_BYTES_MIN
                    + " (16 MiB): what a server begins with must fit");
        }
        if (quotaBytes != null && quotaBytes > heapBytes) {
            throw wrong("--quota-backend-bytes: must be at most the heap, of " + heapBytes
                    + " bytes (-Xmx): all that the stores keep is there");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
