package dev.archipelago.federation.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.testing.TestingObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadBalancerPlannerTest {
    private static Plan plan(String containers) {
        StatefulSet set = TestingObjects.read(
                StatefulSet.KIND,
                "{metadata: {name: web, namespace: shop, annotations: {federation.kubernetes.io/statefulset-lb-needed:"
                        + " 'true'}}, spec: {replicas: 1, serviceName: web, selector: {matchLabels: {app: web}},"
                        + " template: {spec: {containers: %s}}}}".formatted(containers));
        Binding binding = TestingObjects.read(
                Binding.KIND,
                "{metadata: {name: web-statefulset, namespace: shop}, spec: {clusters: [{name: c1, replicas: 1}]}}");
        Optional<Service> none = Optional.empty();
        return LoadBalancerPlanner.plan(new LoadBalancerPlanner.Observed(
                new Template(StatefulSet.KIND, set), set, Optional.of(binding), none, List.of(), name -> none));
    }

    @Test
    void givesEachReplicaALoadBalancerWithThePortsOfItsContainers() {
        assertThat(plan("[{name: c, ports: [{containerPort: 80}]}]").actions())
                .singleElement()
                .isInstanceOf(Action.Create.class);
    }

    @Test
    void saysThatThereAreNoPortsInsteadOfTryingForEver() {
        Plan plan = plan("[{name: c}]");
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.steps()).singleElement().asString().contains("LoadBalancerWithoutPorts");
    }
}
