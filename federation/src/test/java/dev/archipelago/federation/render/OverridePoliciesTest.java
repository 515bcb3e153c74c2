package dev.archipelago.federation.render;

import static dev.archipelago.federation.testing.TestingFederation.DEPLOYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.membership.Follower;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.membership.Related;
import dev.archipelago.federation.membership.SyncResults;
import dev.archipelago.federation.rollout.RevisionHistory;
import dev.archipelago.federation.rollout.Rollouts;
import dev.archipelago.federation.sync.SyncReconciler;
import dev.archipelago.federation.testing.TestingFederation;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The effect of override policies on members.
class OverridePoliciesTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final Key BINDING = new Key("shop", "web-deployment");
    private static final String LABEL = "{overriders: {labelsOverrider: [{operator: add, value: {%s: '1'}}]}}";
    private static final String BROKEN = "{overriders: {plaintext: [{path: /spec/none/here, operator: remove}]}}";

    private final TestingFederation federation = new TestingFederation();
    private final FakeMember member = new FakeMember();
    private final Rendering rendering =
            new Rendering(new Renderer("f"), federation.overriding, federation.caches.of(Cluster.KIND));
    private final SyncReconciler reconciler = new SyncReconciler(
            "c1",
            new SyncReconciler.Environment(
                    "f",
                    federation.caches.of(Cluster.KIND),
                    federation.bindings,
                    federation.templates,
                    rendering,
                    new Rollouts(
                            rendering,
                            federation.caches.of(Cluster.KIND),
                            new OneMember(member),
                            new RevisionHistory(federation.caches))),
            member,
            changes -> {},
            member);

    @BeforeEach
    void twoClusters() {
        cluster("c1", "north");
        cluster("c2", "south");
        federation.put(
                DEPLOYMENT,
                "{metadata: {namespace: shop, name: web, uid: u}, spec: {template: {spec: {containers: [{name: a}]}}}}");
        binding("shop", "web", "Deployment", "c1", "c2");
        federation.changed();
    }

    private void cluster(String name, String site) {
        federation.put(
                Cluster.KIND,
                "{metadata: {name: %s, labels: {site: %s}}, status: {conditions: [{type: Ready, status: 'True'}]}}"
                        .formatted(name, site));
    }

    private void binding(String namespace, String name, String kind, String... clusters) {
        List<String> targets = new ArrayList<>();
        for (String cluster : clusters) {
            targets.add("{name: " + cluster + ", replicas: 1}");
        }
        federation.put(Binding.KIND, """
                metadata: {namespace: %s, name: %s-%s, uid: b}
                spec:
                  resource: {apiVersion: apps/v1, kind: %s, namespace: %s, name: %s, uid: u}
                  clusters: %s
                """.formatted(
                        namespace, name, kind.toLowerCase(Locale.ROOT), kind, namespace, name, targets));
    }

    private void policy(String namespace, String name, String spec) {
        federation.put(
                Policy.OVERRIDE, "{metadata: {namespace: %s, name: %s}, spec: %s}".formatted(namespace, name, spec));
    }

    private void globalPolicy(String name, String spec) {
        federation.put(Policy.GLOBAL_OVERRIDE, "{metadata: {name: %s}, spec: %s}".formatted(name, spec));
    }

    private Template template() {
        return federation.templates.find(BINDING).orElseThrow();
    }

    private ObjectNode rendered(String cluster) {
        return rendering
                .render(template(), Binding.Target.of(cluster, OptionalInt.of(1)), Pods.NEWEST)
                .object();
    }

    private static String labels(ObjectNode object) {
        List<String> labels = new ArrayList<>();
        object.at("/metadata/labels").propertyNames().forEach(labels::add);
        labels.remove(Names.MANAGED_LABEL);
        return String.join(" ", labels);
    }

    @Test
    void withoutPoliciesThereIsNothingToDo() {
        assertThat(federation.overriding.of(template(), "c1")).isSameAs(Overriding.NOTHING);
        policy("bank", "p", LABEL.formatted("a"));
        assertThat(federation.overriding.of(template(), "c1")).isSameAs(Overriding.NOTHING);
        policy("shop", "p", LABEL.formatted("a"));
        assertThat(federation.overriding.of(template(), "c1")).isNotSameAs(Overriding.NOTHING);
    }

    @Test
    void eachClusterGetsWhatIsForIt() {
        policy("shop", "p", LABEL.formatted("own"));
        policy("bank", "q", LABEL.formatted("of-others"));
        globalPolicy("g", LABEL.formatted("global"));
        globalPolicy(
                "h",
                "{overrideRules: [{targetCluster: {labelSelector: {matchLabels: {site: south}}}, %s]}"
                        .formatted(LABEL.formatted("south").substring(1)));
        assertThat(labels(rendered("c1"))).isEqualTo("global own");
        assertThat(labels(rendered("c2"))).isEqualTo("global south own");
    }

    @Test
    void anObjectSaysWhatMadeItSo() {
        policy("shop", "p", LABEL.formatted("own"));
        JsonNode annotations = rendered("c1").at("/metadata/annotations");
        assertThat(annotations.path("policy.karmada.io/applied-overrides").asString())
                .isEqualTo("[{\"policyName\":\"p\",\"overriders\":"
                        + "{\"labelsOverrider\":[{\"operator\":\"add\",\"value\":{\"own\":\"1\"}}]}}]");
        assertThat(annotations.has("policy.karmada.io/applied-cluster-overrides"))
                .isFalse();

        globalPolicy("g", LABEL.formatted("global"));
        annotations = rendered("c1").at("/metadata/annotations");
        assertThat(annotations
                        .path("policy.karmada.io/applied-cluster-overrides")
                        .asString())
                .startsWith("[{\"policyName\":\"g\",");
        assertThat(annotations.path("policy.karmada.io/applied-overrides").asString())
                .startsWith("[{\"policyName\":\"p\",");
    }

    @ParameterizedTest
    @CsvSource({"false, shop/web-deployment", "true, bank/db-statefulset shop/web-deployment"})
    void bindingsThatMayDifferAreLookedAtAgain(boolean global, String expected) {
        binding("bank", "db", "StatefulSet", "c2");
        Kind<Policy> kind = global ? Policy.GLOBAL_OVERRIDE : Policy.OVERRIDE;
        String metadata = global ? "{name: p, labels: {a: '%s'}}" : "{namespace: shop, name: p, labels: {a: '%s'}}";
        List<String> keys = List.of(expected.split(" ", -1));
        federation.changed();

        federation.put(kind, "{metadata: %s, spec: %s}".formatted(metadata.formatted(1), LABEL.formatted("x")));
        assertThat(federation.changed()).as("a new one").isEqualTo(keys);
        federation.put(kind, "{metadata: %s, spec: %s}".formatted(metadata.formatted(2), LABEL.formatted("x")));
        assertThat(federation.changed()).as("the same to objects").isEmpty();
        federation.put(kind, "{metadata: %s, spec: %s}".formatted(metadata.formatted(2), LABEL.formatted("y")));
        assertThat(federation.changed()).as("another one").isEqualTo(keys);
        federation.remove(kind, new Key(global ? "" : "shop", "p"));
        assertThat(federation.changed()).as("it is gone").isEqualTo(keys);
    }

    @Test
    void whatIsInAClusterIsLookedAtAgainWhenThatIsAnother() {
        binding("bank", "db", "StatefulSet", "c2");
        cluster("c1", "west");
        assertThat(federation.changed()).as("no policy could tell").isEmpty();
        globalPolicy("g", LABEL.formatted("x"));
        federation.changed();

        cluster("c1", "east");
        assertThat(federation.changed()).containsExactly("shop/web-deployment");
        cluster("c2", "east");
        assertThat(federation.changed()).containsExactly("bank/db-statefulset", "shop/web-deployment");
        cluster("c2", "east");
        assertThat(federation.changed()).isEmpty();
    }

    @Test
    void aPolicyThatCannotBeAppliedIsToldAndChangesNothing() {
        policy(
                "shop",
                "p",
                "{overrideRules: [{targetCluster: {clusterNames: [c1]}, %s]}".formatted(BROKEN.substring(1)));
        carryOut(reconciler.plan(BINDING, NOW));
        assertThat(member.result.problem())
                .startsWith("cluster c1: OverridePolicy.policy.karmada.io \"p\" is invalid:"
                        + " spec.overrideRules[0].overriders.plaintext[0].path: ");
        assertThat(labels(rendered("c2"))).as("elsewhere").isEmpty();

        federation.remove(Policy.OVERRIDE, new Key("shop", "p"));
        Action.Patch made =
                (Action.Patch) reconciler.plan(BINDING, NOW).actions().getLast();
        assertThat(made.key()).isEqualTo(new Key("shop", "web"));
    }

    @Test
    void aProblemThatIsNoMoreIsForgotten() {
        Rendered wanted = rendering.render(template(), Binding.Target.of("c1", OptionalInt.of(1)), Pods.NEWEST);
        member.has(DEPLOYMENT, wanted.object().deepCopy());
        assertThat(reconciler.plan(BINDING, NOW).steps()).isEmpty();
        member.result = SyncResult.failed("a policy");
        carryOut(reconciler.plan(BINDING, NOW));
        assertThat(member.result).isEqualTo(SyncResult.DONE);
    }

    private static void carryOut(Plan plan) {
        assertThat(plan.actions()).isEmpty();
        plan.whenDone().accept(Optional.empty());
    }

    private record OneMember(MemberView member) implements Members {
        @Override
        public Optional<MemberView> find(String cluster) {
            return Optional.of(member);
        }

        @Override
        public void listen(Consumer<Key> listener) {}
    }

    /// Stands for all clusters at once.
    private static final class FakeMember implements MemberView, SyncResults {
        private final Map<Key, AnyObject> objects = new TreeMap<>();
        private SyncResult result = SyncResult.DONE;

        private void has(Kind<AnyObject> kind, ObjectNode tree) {
            AnyObject object = kind.read(new Stored(Stored.encode(tree), 1));
            objects.put(object.key(), object);
        }

        @Override
        public boolean knows(Kind<? extends ApiObject> kind) {
            return true;
        }

        @Override
        public boolean seesAll(Kind<? extends ApiObject> kind) {
            return true;
        }

        @Override
        public Optional<AnyObject> find(Kind<? extends ApiObject> kind, Key key) {
            return Optional.ofNullable(objects.get(key));
        }

        @Override
        public List<AnyObject> madeOf(Kind<? extends ApiObject> kind, String templateUid) {
            return List.of();
        }

        @Override
        public Optional<List<AnyObject>> allMadeOf(Kind<? extends ApiObject> kind, String templateUid) {
            return Optional.of(madeOf(kind, templateUid));
        }

        @Override
        public Optional<List<AnyObject>> children(Kind<? extends ApiObject> kind, Key key) {
            return Optional.empty();
        }

        @Override
        public void follow(Follower by, Set<Related> wanted) {}

        @Override
        public Optional<List<AnyObject>> related(Related what) {
            return Optional.empty();
        }

        @Override
        public boolean sawDepart(String templateUid) {
            return false;
        }

        @Override
        public boolean isClear(Key binding, String bindingUid) {
            return true;
        }

        @Override
        public Optional<SyncResult> result(Key binding) {
            return Optional.of(result);
        }

        @Override
        public void record(Key binding, SyncResult latest, SyncResult written) {
            result = latest;
        }

        @Override
        public void clear(Key binding, String bindingUid) {}
    }
}
