package dev.archipelago.federation.status;

import java.util.List;

/// A Service or an Ingress: it has the load balancers of all its clusters, also of those that cannot be reached.
final class LoadBalancerStatus extends KindStatus {
    private static final String BALANCER = "loadBalancer";

    @Override
    List<String> fields() {
        return List.of(BALANCER);
    }

    @Override
    boolean add(Sum sum) {
        sum.concat(
                sum.status().putObject(BALANCER),
                "ingress",
                sum.clusters().stream()
                        .map(in -> in.status().path(BALANCER).path("ingress"))
                        .toList());
        return true;
    }
}
