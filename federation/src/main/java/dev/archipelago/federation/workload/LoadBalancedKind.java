package dev.archipelago.federation.workload;

import java.util.List;

/// A kind with load balancers, such as an Ingress. In the federation it has the load balancers of all its clusters,
/// also of unreachable ones.
class LoadBalancedKind extends Workload {
    @Override
    public Propagation propagation() {
        return Propagation.BY_DEFAULT;
    }

    private static final String BALANCER = "loadBalancer";

    @Override
    protected List<String> statusFields() {
        return List.of(BALANCER);
    }

    @Override
    public boolean sum(Sum sum) {
        sum.concat(
                sum.status().putObject(BALANCER),
                "ingress",
                sum.clusters().stream()
                        .map(in -> in.status().path(BALANCER).path("ingress"))
                        .toList());
        return true;
    }
}
