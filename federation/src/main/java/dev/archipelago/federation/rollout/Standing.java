package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.Wait;

/// The state of a workload in one cluster.
///
/// @param wanted how many replicas the cluster is to have in the end
/// @param reachable whether the rest is current and not the last known state
/// @param replicas how many its workload asks for; 0 when it does not exist
/// @param start the ordinal of its first replica
/// @param pods how many pods it has, including terminating ones
/// @param ready how many of its pods are ready
/// @param current whether it has the newest pod template
/// @param settled whether it has done all that its spec asks
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

    /// Whether all replicas that it asks for are ready.
    boolean isHealthy() {
        return reachable && (exists ? settled && ready >= replicas : wanted == 0);
    }

    /// Whether it is known to be unhealthy.
    boolean isUnhealthy() {
        return exists && reachable && !isHealthy();
    }

    /// Whether a removed replica is still there.
    boolean isShrinking() {
        return exists && pods > replicas;
    }

    /// The ordinal after its last.
    long end() {
        return (long) start + replicas;
    }

    /// What others wait for if they wait for it.
    Wait waitFor() {
        return new Wait(reachable ? Wait.CLUSTER_PROGRESSING : Wait.CLUSTER_UNREACHABLE, cluster, reason());
    }

    /// Why others wait for it.
    String reason() {
        if (!reachable) {
            return cluster + " cannot be reached";
        }
        if (!exists) {
            return cluster + " has no replicas yet";
        }
        if (ready < replicas) {
            return cluster + " has " + ready + " of " + replicas + " replicas ready";
        }
        return settled && isShrinking()
                ? cluster + " still has " + pods + " pods where " + replicas + " are to be"
                : cluster + " has not finished its last change";
    }
}
