package dev.archipelago.cli;

import dev.archipelago.apiserver.admission.ReplicaLimit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How much a server takes on.
final class LimitOptions {
    private static final int NODES_MAX = 10_000;

    @Option(
            names = "--max-replicas",
            paramLabel = "N",
            defaultValue = "" + ReplicaLimit.DEFAULT_MAX,
            description = "The most pods that one workload may ask for. Default: ${DEFAULT-VALUE}")
    private int replicasMax;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before call
    private CommandSpec spec;

    int replicasMax() {
        return replicasMax;
    }

    /// Refuses limits that are none, before anything is started.
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
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
