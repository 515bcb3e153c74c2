package dev.archipelago.cluster.serviceaccounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import org.junit.jupiter.api.Test;

class NamespaceNeedsTest {
    private final TestingWorld world = new TestingWorld();

    private Plan plan(String authority) {
        return NamespaceNeeds.plan(
                "a",
                world.get(ServiceAccount.KIND, new Key("a", "default")),
                world.get(ConfigMap.KIND, new Key("a", "kube-root-ca.crt")),
                authority);
    }

    @Test
    void makesWhatIsMissingOnce() {
        assertThat(plan("x").actions()).hasSize(2);
        world.carryOut(plan("x"));
        assertThat(plan("x").steps()).isEmpty();
    }

    @Test
    void correctsAnotherCertificate() {
        world.carryOut(plan("x"));
        assertThat(plan("y").actions()).singleElement().isInstanceOf(Action.Update.class);
        world.carryOut(plan("y"));
        assertThat(plan("y").steps()).isEmpty();
    }
}
