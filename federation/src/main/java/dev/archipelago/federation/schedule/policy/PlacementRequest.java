package dev.archipelago.federation.schedule.policy;

/// The object that is to be placed.
///
/// @param uid decides who gets the odd replica, so that not always the same clusters do; empty for none
/// @param workload whether it has replicas at all; an object without goes to each chosen cluster as it is
public record PlacementRequest(String apiVersion, String kind, String uid, boolean workload, int replicas) {

    public PlacementRequest {
        if (replicas < 0 || (!workload && replicas > 0)) {
            throw new IllegalArgumentException("%s %s with %d replicas".formatted(apiVersion, kind, replicas));
        }
    }

    /// As [Candidate#kinds] has it.
    String type() {
        return apiVersion + "/" + kind;
    }
}
