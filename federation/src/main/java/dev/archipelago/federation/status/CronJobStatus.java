package dev.archipelago.federation.status;

import java.util.List;

/// A CronJob: it was last started when it was in some cluster.
final class CronJobStatus extends KindStatus {
    @Override
    List<String> fields() {
        return List.of("active", "lastScheduleTime", "lastSuccessfulTime");
    }

    @Override
    boolean add(Sum sum) {
        sum.concat(
                sum.status(),
                "active",
                sum.clusters().stream()
                        .filter(InCluster::reachable)
                        .map(in -> in.status().path("active"))
                        .toList());
        sum.latest("lastScheduleTime");
        sum.latest("lastSuccessfulTime");
        return true;
    }
}
