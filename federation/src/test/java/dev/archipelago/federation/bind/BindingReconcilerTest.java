package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingFederation;
import dev.archipelago.federation.testing.TestingObjects;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BindingReconcilerTest {
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);
    private static final Key KEY = new Key("shop", "web-statefulset");

    private final TestingFederation federation = new TestingFederation();
    private final FakeMembers members = new FakeMembers();
    private final BindingReconciler reconciler =
            new BindingReconciler("sea", federation.caches, federation.bindings, federation.templates, members, true);

    /// Orphans are removed in the cluster, without an event in the federation.
    @Test
    void looksAgainWhetherOrphansThatDoNotFitAreGone() {
        federation.put(Cluster.KIND, "{metadata: {name: c1}, status: {conditions: [{type: Ready, status: 'True'}]}}");
        federation.put(SET, """
                metadata: {namespace: shop, name: web, uid: u1, annotations: {archipelago.dev/identity: Global}}
                spec: {replicas: 2}
                """);
        members.member("c1").has(read(SET, """
                metadata:
                  namespace: shop
                  name: web
                  annotations:
                    archipelago.dev/orphaned: '{"federation":"sea","binding":"web-statefulset","claimed":1}'
                spec: {replicas: 1, ordinals: {start: 3}}
                """));
        Plan waiting = reconciler.plan(KEY, Instant.EPOCH);
        assertThat(waiting.actions()).isEmpty();
        assertThat(waiting.steps().toString()).contains("an earlier StatefulSet of this name");
        assertThat(waiting.lookAgain()).isPresent();

        members.member("c1").has(read(SET, "{metadata: {namespace: shop, name: web}}"));
        assertThat(reconciler.plan(KEY, Instant.EPOCH).actions()).anyMatch(Action.Create.class::isInstance);
    }

    /// `karmadactl promote` creates the policy right after the object.
    @Test
    void waitsAMomentForThePolicyOfWhatTakesOverByForce() {
        Kind<AnyObject> deployments = TestingObjects.kind("apps/v1 Deployment", true);
        Key key = new Key("shop", "web-deployment");
        Instant created = Instant.parse("2026-03-01T12:00:00Z");
        federation.put(Cluster.KIND, "{metadata: {name: c1}, status: {conditions: [{type: Ready, status: 'True'}]}}");
        String web = """
                metadata: {namespace: shop, name: web, uid: u1, creationTimestamp: '2026-03-01T12:00:00Z', annotations: %s}
                spec: {replicas: 2}
                """;
        federation.put(deployments, web.formatted("{work.karmada.io/conflict-resolution: overwrite}"));
        Plan waiting = reconciler.plan(key, created.plusSeconds(1));
        assertThat(waiting.steps()).isEmpty();
        assertThat(waiting.lookAgain()).isPresent();
        assertThat(reconciler.plan(key, created.plusSeconds(2)).actions())
                .as("there is none")
                .anyMatch(Action.Create.class::isInstance);

        federation.put(Policy.PROPAGATION, """
                metadata: {namespace: shop, name: p}
                spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]}
                """);
        assertThat(reconciler.plan(key, created.plusSeconds(1)).actions())
                .as("there is one")
                .anyMatch(Action.Create.class::isInstance);

        federation.put(deployments, web.formatted("{}"));
        assertThat(reconciler.plan(key, created.plusSeconds(1)).actions())
                .as("it takes nothing over")
                .anyMatch(Action.Create.class::isInstance);
    }
}
