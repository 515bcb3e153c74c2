package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Wait;

/// How a workload stands in one cluster.
///
/// @param wanted how many replicas the cluster is to have in the end
/// @param reachable whether the rest is more than a memory
/// @param replicas how many its workload asks for; 0 when there is none yet
/// @param start the ordinal of its first replica
/// @param pods how many pods it has, also those that are about to go
/// @param ready how many of its pods are ready
/// @param current whether it was told to run the newest pods
/// @param settled whether it has done all it was last told
public record Standing(
        String cluster,
        int wanted,
        boolean reachable,
        boolean exists,
        int start,
        int replicas,
        int pods,
        int ready,
        boolean current,
        boolean settled) {

    /// Whether nothing is missing there of what it was told to run.
    boolean isHealthy() {
        return reachable && (exists ? settled && ready >= replicas : wanted == 0);
    }

    /// Whether something is known to be missing there.
    boolean isInTrouble() {
        return exists && reachable && !isHealthy();
    }

    /// Whether a replica that it is no longer to have is still there.
    boolean isShrinking() {
        return exists && pods > replicas;
    }

    /// The first ordinal beyond those that it has.
    long end() {
        return (long) start + replicas;
    }

    /// What others wait for that wait for it.
    Wait waitFor() {
        return new Wait(reachable ? Wait.CLUSTER_PROGRESSING : Wait.CLUSTER_UNREACHABLE, cluster, trouble());
    }

    /// Why others wait for it.
    String trouble() {
        if (!reachable) {
            return cluster + " cannot be reached";
        }
        if (!exists) {
            return cluster + " has no replicas yet";
        }
        if (ready < replicas) {
            return cluster + " has " + ready + " of " + replicas + " replicas ready";
        }
        return isShrinking()
                ? cluster + " still has " + pods + " pods where " + replicas + " are to be"
                : cluster + " has not finished its last change";
    }
}
