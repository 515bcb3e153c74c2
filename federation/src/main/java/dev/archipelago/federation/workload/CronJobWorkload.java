package dev.archipelago.federation.workload;

import java.util.List;

/// A CronJob. Its last schedule time is the latest of all clusters.
final class CronJobWorkload extends Workload {
    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    @Override
    protected String podSpecPointer() {
        return "/spec/jobTemplate/spec/template/spec";
    }

    @Override
    protected List<String> statusFields() {
        return List.of("active", "lastScheduleTime", "lastSuccessfulTime");
    }

    @Override
    public boolean sum(Sum sum) {
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
