package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingFederation.CONFIG_MAP;
import static dev.archipelago.federation.testing.TestingFederation.DEPLOYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.TestingTemplates;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.testing.TestingFederation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Dependencies of propagated objects, without default propagation.
class DependentsTest {
    private static final Key CONF = new Key("shop", "conf-configmap");
    private static final String WEB = "web-deployment";

    private final TestingFederation federation = new TestingFederation();
    private final SortedSet<String> again = new TreeSet<>();
    private final BindingReconciler reconciler = new BindingReconciler(
            "sea", federation.caches, federation.bindings, federation.templates, new NoMembers(), false);
    private int generation;

    @BeforeEach
    void connect() {
        reconciler.connect(key -> again.add(key.toString()));
        federation.put(CONFIG_MAP, "{metadata: {namespace: shop, name: conf, uid: uc}}");
        for (String cluster : List.of("c1", "c2", "c3")) {
            federation.put(
                    Cluster.KIND,
                    "{metadata: {name: %s}, status: {conditions: [{type: Ready, status: 'True'}]}}".formatted(cluster));
        }
        deployment("web", "conf");
    }

    private void deployment(String name, String map) {
        federation.put(DEPLOYMENT, """
                metadata: {namespace: shop, name: %s, uid: u-%s}
                spec: {template: {spec: {containers: [{name: a, envFrom: [{configMapRef: {name: %s}}]}]}}}
                """.formatted(name, name, map));
    }

    private void binding(String name, String more, String... clusters) {
        List<String> targets = List.of(clusters).stream()
                .map(cluster -> "{name: " + cluster + ", replicas: 1}")
                .toList();
        federation.put(Binding.KIND, """
                metadata: {namespace: shop, name: %s-deployment, uid: b, generation: %d}
                spec:
                  resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: %s, uid: u-%s}
                  clusters: %s
                  %s
                """.formatted(name, ++generation, name, name, targets, more));
    }

    /// Carries out the plan for the binding of the ConfigMap.
    private List<Action> reconcile() {
        List<Action> actions = reconciler.plan(CONF, Instant.EPOCH).actions();
        for (Action action : actions) {
            switch (action) {
                case Action.Create create ->
                    federation.put(Binding.KIND, create.object().toString());
                case Action.Update update ->
                    federation.put(Binding.KIND, update.object().toString());
                case Action.Confirm _ -> {}
                case Action.Delete delete -> federation.remove(Binding.KIND, delete.key());
                default -> throw new AssertionError(action);
            }
        }
        return actions;
    }

    private JsonNode conf() {
        return federation.bindings.find(CONF).orElseThrow().spec();
    }

    private static JsonNode list(String yaml) {
        return TestingTemplates.tree("list: " + yaml).path("list");
    }

    @Test
    void whatNobodyTakesAlongStays() {
        binding("web", "propagateDeps: false", "c1");
        assertThat(reconcile()).isEmpty();
    }

    @Test
    void goesWhereItIsNeeded() {
        binding("web", "propagateDeps: true", "c2");
        assertThat(again).contains("shop/conf-configmap");
        reconcile();
        assertThat(conf().path("clusters")).isEqualTo(list("[{name: c2}]"));
        assertThat(conf().path("requiredBy"))
                .isEqualTo(list("[{namespace: shop, name: web-deployment, clusters: [{name: c2}]}]"));
        assertThat(reconcile()).as("all is said").isEmpty();

        deployment("shop", "conf");
        binding("shop", "propagateDeps: true", "c1", "c2");
        reconcile();
        assertThat(conf().path("clusters")).isEqualTo(list("[{name: c1}, {name: c2}]"));
        assertThat(conf().path("requiredBy").size()).isEqualTo(2);
    }

    @Test
    void goesWhenNobodyNeedsItAnyMore() {
        binding("web", "propagateDeps: true", "c1", "c2");
        reconcile();
        binding("web", "propagateDeps: true", "c1");
        reconcile();
        assertThat(conf().path("clusters")).isEqualTo(list("[{name: c1}]"));

        again.clear();
        deployment("web", "other");
        assertThat(again).contains("shop/conf-configmap", "shop/other-configmap");
        assertThat(reconcile()).singleElement().isInstanceOf(Action.Delete.class);
    }

    /// Running pods must not lose their dependencies.
    @Test
    void staysUntilTheOneWhoNeedsItIsGone() {
        binding("web", "propagateDeps: true", "c1");
        reconcile();
        federation.remove(DEPLOYMENT, new Key("shop", "web"));
        assertThat(reconcile()).isEmpty();
        federation.remove(Binding.KIND, new Key("shop", WEB));
        assertThat(reconcile()).singleElement().isInstanceOf(Action.Delete.class);
    }

    @Test
    void goesWhereItsOwnPolicySaysToo() {
        binding("web", "propagateDeps: true", "c2");
        federation.put(Policy.PROPAGATION, """
                metadata: {namespace: shop, name: p}
                spec:
                  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: conf}]
                  placement: {clusterAffinity: {clusterNames: [c1]}}
                """);
        reconcile();
        assertThat(conf().path("clusters")).isEqualTo(list("[{name: c1}, {name: c2}]"));

        federation.remove(Binding.KIND, new Key("shop", WEB));
        reconcile();
        assertThat(conf().path("clusters")).isEqualTo(list("[{name: c1}]"));
        assertThat(conf().has("requiredBy")).isFalse();
    }

    @Test
    void isKeptAndTakenOverLikeTheOneWhoNeedsIt() {
        binding(
                "web",
                "propagateDeps: true\n  preserveResourcesOnDeletion: true\n  conflictResolution: Overwrite",
                "c2");
        reconcile();
        assertThat(conf().path("preserveResourcesOnDeletion").asBoolean()).isTrue();
        assertThat(conf().path("conflictResolution").asString()).isEqualTo("Overwrite");
        binding("web", "propagateDeps: true", "c2");
        reconcile();
        assertThat(conf().has("preserveResourcesOnDeletion")).isFalse();
    }

    private static final class NoMembers implements Members {
        @Override
        public Optional<MemberView> find(String cluster) {
            return Optional.empty();
        }

        @Override
        public void listen(Consumer<Key> listener) {}
    }
}
