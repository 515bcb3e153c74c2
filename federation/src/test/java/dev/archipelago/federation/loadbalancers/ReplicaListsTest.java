package dev.archipelago.federation.loadbalancers;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.testing.FakeFederation;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ReplicaListsTest {
    private static final Key GOVERNING = new Key("shop", "db");

    private final FakeFederation federation = new FakeFederation();
    private final Bindings bindings = new Bindings(federation.caches());
    private final List<Reconciler> reconcilers =
            List.of(new LoadBalancers(federation.caches(), bindings), new ReplicaLists(federation.caches(), bindings));
    private final SequencedSet<Work> queue = new LinkedHashSet<>();
    private int writes;

    private record Work(Reconciler reconciler, Key key) {}

    @BeforeEach
    void begin() {
        reconcilers.forEach(one -> one.connect(key -> queue.add(new Work(one, key))));
        federation.serve(List.of());
        federation.put(
                Service.KIND,
                tree("{metadata: {name: db, namespace: shop}, spec: {clusterIP: None, clusterIPs: [None],"
                        + " ports: [{name: sql, port: 5432}]}}"));
    }

    private void set(String name, boolean balanced, int replicas) {
        federation.put(
                StatefulSet.KIND,
                tree(
                        "{metadata: {name: %s, namespace: shop, annotations: {%s: '%s'}}, spec: {serviceName: db, template: {}}}"
                                .formatted(name, Names.LOAD_BALANCERS, balanced)));
        federation.put(
                Binding.KIND,
                tree(
                        "{metadata: {name: %1$s-statefulset, namespace: shop}, spec: {resource: {apiVersion: apps/v1, kind:"
                                        .formatted(name)
                                + " StatefulSet, name: %1$s, namespace: shop, uid: %1$s}, clusters: [{name: c1, replicas: %2$d}]}}"
                                        .formatted(name, replicas)));
    }

    /// Carries out all plans until nothing is left to do.
    private void settle() {
        writes = 0;
        while (!queue.isEmpty()) {
            Work next = queue.removeFirst();
            for (Action action : next.reconciler.plan(next.key, Instant.EPOCH).actions()) {
                assertThat(++writes).as("writes until all is quiet").isLessThan(100);
                carryOut(action);
            }
        }
    }

    private void carryOut(Action action) {
        switch (action) {
            case Action.Create create -> federation.put(Service.KIND, create.object());
            case Action.Update update -> federation.put(Service.KIND, update.object());
            case Action.Delete delete ->
                federation.remove(
                        Service.KIND,
                        federation.caches().of(Service.KIND).get(delete.key()).orElseThrow());
            case Action.Patch patch -> {
                ObjectNode service = federation
                        .caches()
                        .of(Service.KIND)
                        .get(patch.key())
                        .orElseThrow()
                        .tree();
                JsonNode body = ((PatchBody.Merge) patch.body()).patch();
                ObjectNode metadata = (ObjectNode) service.path("metadata");
                ObjectNode annotations = metadata.withObject("annotations");
                for (Map.Entry<String, JsonNode> one :
                        body.path("metadata").path("annotations").properties()) {
                    if (one.getValue().isNull()) {
                        annotations.remove(one.getKey());
                    } else {
                        annotations.set(one.getKey(), one.getValue());
                    }
                }
                federation.put(Service.KIND, service);
            }
            default -> throw new AssertionError(action);
        }
    }

    private Map<String, String> annotations() {
        return federation
                .caches()
                .of(Service.KIND)
                .get(GOVERNING)
                .orElseThrow()
                .meta()
                .annotations();
    }

    private String list() {
        return annotations().getOrDefault(Names.REPLICA_LIST, "none");
    }

    @Test
    void mergesTheReplicasOfAllSetsBehindOneServiceAndComesToRest() {
        set("b", true, 1);
        set("a", true, 2);
        settle();
        assertThat(list()).isEqualTo("a-c1-0,a-c1-1,b-c1-0");
        assertThat(annotations()).containsEntry(Names.LOAD_BALANCERS, "true");
        assertThat(writes).isLessThanOrEqualTo(3 + 2);
        reconcilers.forEach(one -> queue.add(new Work(one, GOVERNING)));
        settle();
        assertThat(writes).isZero();
    }

    @Test
    void aSetThatGoesTakesOnlyItsOwnReplicasAway() {
        set("a", true, 2);
        set("b", true, 1);
        settle();
        federation.remove(
                StatefulSet.KIND,
                federation
                        .caches()
                        .of(StatefulSet.KIND)
                        .get(new Key("shop", "a"))
                        .orElseThrow());
        settle();
        assertThat(list()).isEqualTo("b-c1-0");
        federation.remove(
                StatefulSet.KIND,
                federation
                        .caches()
                        .of(StatefulSet.KIND)
                        .get(new Key("shop", "b"))
                        .orElseThrow());
        settle();
        assertThat(annotations()).doesNotContainKeys(Names.REPLICA_LIST, Names.LOAD_BALANCERS);
    }

    @Test
    void aSetWithoutLoadBalancersAddsNothingAndTakesNothingAway() {
        set("a", false, 2);
        set("b", true, 1);
        settle();
        assertThat(list()).isEqualTo("b-c1-0");
        set("b", false, 1);
        settle();
        assertThat(annotations()).doesNotContainKeys(Names.REPLICA_LIST, Names.LOAD_BALANCERS);
    }

    @Test
    void keepsTheListWhenPeopleChangeIt() {
        set("a", true, 1);
        settle();
        ObjectNode service = federation
                .caches()
                .of(Service.KIND)
                .get(GOVERNING)
                .orElseThrow()
                .tree();
        ((ObjectNode) service.path("metadata").path("annotations")).put(Names.REPLICA_LIST, "a-c1-7");
        federation.put(Service.KIND, service);
        settle();
        assertThat(list()).isEqualTo("a-c1-0");
    }
}
