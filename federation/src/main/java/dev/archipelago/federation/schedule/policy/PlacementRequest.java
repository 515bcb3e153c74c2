package dev.archipelago.federation.schedule.policy;

/// The object that is to be placed.
///
/// @param uid decides ties, so that it is not always the same cluster that gets the odd replica; empty for none
/// @param workload whether it has replicas; an object without goes to each chosen cluster as it is
public record PlacementRequest(String apiVersion, String kind, String uid, boolean workload, int replicas) {

    public PlacementRequest {
        if (replicas < 0 || (!workload && replicas > 0)) {
            throw new IllegalArgumentException("%s %s with %d replicas".formatted(apiVersion, kind, replicas));
        }
    }

    /// In the form of [Candidate#kinds].
    String type() {
        return apiVersion + "/" + kind;
    }
}
