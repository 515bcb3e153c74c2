package dev.archipelago.federation.loadbalancers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.testing.TestingObjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class LoadBalancerPlannerTest {
    private static final String PORTS = "[{name: c, ports: [{containerPort: 80}]}]";

    private static FederatedSet set(String name, String containers) {
        StatefulSet set = TestingObjects.read(
                StatefulSet.KIND,
                "{metadata: {name: %s, namespace: shop, annotations: {federation.kubernetes.io/statefulset-lb-needed:"
                                .formatted(name)
                        + " 'true'}}, spec: {replicas: 1, serviceName: web, selector: {matchLabels: {app: web}},"
                        + " template: {spec: {containers: %s}}}}".formatted(containers));
        Binding binding = TestingObjects.read(
                Binding.KIND,
                "{metadata: {name: %s-statefulset, namespace: shop}, spec: {clusters: [{name: c1, replicas: 1}]}}"
                        .formatted(name));
        return new FederatedSet(set, Optional.of(binding));
    }

    private static Plan plan(String containers) {
        return plan(set("web", containers), List.of(), List.of());
    }

    /// @param others the other sets of the namespace
    private static Plan plan(FederatedSet set, List<Service> services, List<FederatedSet> others) {
        List<StatefulSet> sets = Stream.concat(Stream.of(set), others.stream())
                .map(FederatedSet::set)
                .toList();
        return LoadBalancerPlanner.decide(new LoadBalancerPlanner.Observed(
                        set,
                        Optional.empty(),
                        services.stream()
                                .filter(service -> service.meta().owners().stream()
                                        .anyMatch(owner ->
                                                owner.uid().equals(set.set().uid())))
                                .toList(),
                        name -> services.stream()
                                .filter(service -> service.name().equals(name))
                                .findFirst(),
                        name -> sets.stream()
                                .filter(one -> one.name().equals(name))
                                .findFirst(),
                        name -> sets.stream()
                                .filter(one -> one.serviceName().equals(name))
                                .toList()))
                .plan();
    }

    private static Service service(String yaml) {
        return TestingObjects.read(Service.KIND, yaml);
    }

    /// A service after the update of the plan.
    private static Service updated(Plan plan) {
        return plan.actions().stream()
                .filter(Action.Update.class::isInstance)
                .map(action -> TestingObjects.read(Service.KIND, ((Action.Update) action).object()))
                .findFirst()
                .orElseThrow();
    }

    /// The reasons of the events on success.
    private static List<String> events(Plan plan) {
        return plan.steps().stream()
                .flatMap(step -> switch (step) {
                    case Step.Say(var note) -> Stream.of(note);
                    case Step.Do(var action, var events) -> events.success().stream();
                    case Step.Together together -> Stream.empty();
                })
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    void givesEachReplicaALoadBalancerWithThePortsOfItsContainers() {
        assertThat(plan(PORTS).actions()).singleElement().isInstanceOf(Action.Create.class);
    }

    /// As one that was written past admission.
    @Test
    void replicasAreCalledAsTheyWerePlacedThoughTheSetAsksForAnotherIdentity() {
        FederatedSet placed = set("web", PORTS);
        ObjectNode changed = placed.set().tree();
        changed.withObject("/metadata/annotations").put("archipelago.dev/identity", "Global");
        FederatedSet asking = new FederatedSet(TestingObjects.read(StatefulSet.KIND, changed), placed.binding());
        assertThat(asking.replicas()).isEqualTo(placed.replicas());
        assertThat(asking.replicas()).extracting(FederatedSet.Replica::name).containsExactly("web-c1-0");
    }

    @Test
    void saysThatThereAreNoPortsInsteadOfTryingForEver() {
        Plan plan = plan("[{name: c}]");
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.steps()).singleElement().asString().contains("LoadBalancerWithoutPorts");
    }

    @Test
    void overwritesAServiceOfTheNameOfALoadBalancerAndSaysSo() {
        FederatedSet set = set("web", PORTS);
        Service found =
                service("{metadata: {name: web-c1-0, namespace: shop, labels: {team: a}}, spec: {type: ClusterIP,"
                        + " clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7], selector: {app: other}, sessionAffinity: ClientIP,"
                        + " ports: [{port: 8080, targetPort: 9}]}}");
        Plan plan = plan(set, List.of(found), List.of());
        Service after = updated(plan);
        assertThat(after.isLoadBalancer()).isTrue();
        assertThat(after.selector()).isEqualTo(java.util.Map.of("statefulset.kubernetes.io/pod-name", "web-c1-0"));
        assertThat(after.ports()).singleElement().satisfies(port -> {
            assertThat(port.number()).isEqualTo(80);
            assertThat(port.target()).isEqualTo(80);
        });
        assertThat(after.meta().owners()).singleElement().satisfies(owner -> {
            assertThat(owner.uid()).isEqualTo("web");
            assertThat(owner.controller()).isFalse();
        });
        assertThat(after.meta().annotations()).containsKey("federation.alpha.kubernetes.io/cluster-selector");
        assertThat(after.resourceVersion()).isEqualTo(found.resourceVersion());
        assertThat(events(plan)).singleElement().asString().startsWith("LoadBalancerOverwritten: Service web-c1-0");
        assertThat(plan(set, List.of(after), List.of()).steps()).isEmpty();
    }

    @Test
    void makesAHeadlessServiceOfThatNameAnewForItsAddressCannotChange() {
        FederatedSet set = set("web", PORTS);
        Service found = service("{metadata: {name: web-c1-0, namespace: shop}, spec: {clusterIP: None,"
                + " clusterIPs: [None], ports: [{port: 80}]}}");
        Plan plan = plan(set, List.of(found), List.of());
        assertThat(plan.actions()).singleElement().isInstanceOf(Action.Delete.class);
        assertThat(events(plan)).singleElement().asString().startsWith("LoadBalancerOverwritten");
    }

    @Test
    void leavesAServiceAloneThatGovernsASet() {
        FederatedSet set = set("web", PORTS);
        StatefulSet other = TestingObjects.read(
                StatefulSet.KIND, "{metadata: {name: db, namespace: shop}, spec: {serviceName: web-c1-0}}");
        Service found = service("{metadata: {name: web-c1-0, namespace: shop}, spec: {ports: [{port: 80}]}}");
        Plan plan = plan(set, List.of(found), List.of(new FederatedSet(other, Optional.empty())));
        assertThat(plan.actions()).isEmpty();
        assertThat(events(plan))
                .containsExactly("LoadBalancerNameTaken: Service web-c1-0 governs StatefulSet db and is left alone;"
                        + " replica web-c1-0 has no load balancer");
    }

    @Test
    void leavesTheLoadBalancerOfALivingSetAlone() {
        FederatedSet first = set("web", PORTS);
        FederatedSet second = set("web-c1", PORTS);
        Service held = service("{metadata: {name: web-c1-0, namespace: shop, labels: {archipelago.dev/statefulset:"
                + " web-c1}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web-c1, uid: web-c1}]},"
                + " spec: {type: LoadBalancer, ports: [{port: 80}]}}");
        Plan plan = plan(first, List.of(held), List.of(second));
        assertThat(plan.actions()).isEmpty();
        assertThat(events(plan))
                .containsExactly("LoadBalancerNameTaken: Service web-c1-0 belongs to StatefulSet web-c1 and is left"
                        + " alone; replica web-c1-0 has no load balancer");
    }

    @Test
    void leavesAServiceAloneThatAControllerLooksAfter() {
        Service held = service("{metadata: {name: web-c1-0, namespace: shop, ownerReferences: [{apiVersion: db.io/v1,"
                + " kind: Database, name: x, uid: x, controller: true}]}, spec: {ports: [{port: 80}]}}");
        Plan plan = plan(set("web", PORTS), List.of(held), List.of());
        assertThat(plan.actions()).isEmpty();
        assertThat(events(plan)).singleElement().asString().contains("is controlled by Database x");
    }

    @Test
    void takesBackALoadBalancerThatWasOrphaned() {
        Service orphan = service("{metadata: {name: web-c1-0, namespace: shop, labels: {archipelago.dev/statefulset:"
                + " web}}, spec: {type: LoadBalancer, selector: {statefulset.kubernetes.io/pod-name: web-c1-0},"
                + " ports: [{name: port-80, port: 80}]}}");
        Service after = updated(plan(set("web", PORTS), List.of(orphan), List.of()));
        assertThat(after.meta().owners())
                .singleElement()
                .satisfies(owner -> assertThat(owner.uid()).isEqualTo("web"));
    }

    @Test
    void makesSureThatTheLastOwnerIsGoneBeforeItTakesWhatWasItsOwn() {
        Service left = service("{metadata: {name: web-c1-0, namespace: shop, ownerReferences: [{apiVersion: apps/v1,"
                + " kind: StatefulSet, name: gone, uid: gone}]}, spec: {type: LoadBalancer, ports: [{port: 80}]}}");
        assertThat(plan(set("web", PORTS), List.of(left), List.of()).actions())
                .first()
                .isInstanceOfSatisfying(Action.Confirm.class, confirm -> {
                    assertThat(confirm.key().name()).isEqualTo("gone");
                    assertThat(confirm.uid()).isEqualTo("gone");
                });
    }

    @Test
    void repairsItsOwnLoadBalancerButKeepsWhatPeopleAddedToIt() {
        FederatedSet set = set("web", PORTS);
        ObjectNode draft = plan(set, List.of(), List.of()).actions().stream()
                .map(action -> ((Action.Create) action).object().deepCopy())
                .findFirst()
                .orElseThrow();
        ((ObjectNode) draft.path("spec")).put("externalTrafficPolicy", "Local");
        Service own = TestingObjects.read(Service.KIND, draft);
        assertThat(plan(set, List.of(own), List.of()).steps()).isEmpty();
        ((ObjectNode) draft.path("spec")).putObject("selector").put("app", "mine");
        Service changed = TestingObjects.read(Service.KIND, draft);
        JsonNode spec = updated(plan(set, List.of(changed), List.of())).view().path("spec");
        assertThat(spec.path("externalTrafficPolicy").asString("")).isEqualTo("Local");
        assertThat(spec.path("selector").toString()).contains("web-c1-0").doesNotContain("mine");
    }

    @Test
    void deletesLoadBalancersOfReplicasThatAreGoneAndNothingElseThatItOwns() {
        Service old = service("{metadata: {name: web-c1-1, namespace: shop, labels: {archipelago.dev/statefulset: web},"
                + " ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: web}]},"
                + " spec: {type: LoadBalancer, ports: [{port: 80}]}}");
        Service someones = service("{metadata: {name: admin, namespace: shop, ownerReferences: [{apiVersion: apps/v1,"
                + " kind: StatefulSet, name: web, uid: web}]}, spec: {ports: [{port: 80}]}}");
        assertThat(plan(set("web", PORTS), List.of(old, someones), List.of()).actions())
                .filteredOn(Action.Delete.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Delete.class,
                        delete -> assertThat(delete.key().name()).isEqualTo("web-c1-1"));
    }

    private static FederatedSet sized(String annotations, String spec, String status) {
        StatefulSet set = TestingObjects.read(
                StatefulSet.KIND,
                "{metadata: {name: web, namespace: shop, annotations: {federation.kubernetes.io/statefulset-lb-needed:"
                        + " 'true'%s}}, spec: {serviceName: web, template: {spec: {containers: %s}}}}"
                                .formatted(annotations, PORTS));
        Binding binding = TestingObjects.read(
                Binding.KIND,
                "{metadata: {name: web-statefulset, namespace: shop}, spec: {clusters: [%s]}, status: {aggregatedStatus: [%s]}}"
                        .formatted(spec, status));
        return new FederatedSet(set, Optional.of(binding));
    }

    @Test
    void makesNothingOfTheSizeOfANumberThatSomebodyWrote() {
        FederatedSet set = sized("", "{name: c1, replicas: 2000000000}, {name: c2, replicas: 2000000000}", "");
        Plan plan = plan(set, List.of(), List.of());
        assertThat(plan.actions()).hasSize(FederatedSet.LOAD_BALANCERS_MAX);
        assertThat(events(plan))
                .containsExactly("LoadBalancersExceedLimit: 3999999000 replicas have no load balancer:"
                        + " only 1000 replicas of a set can have one each");
    }

    @Test
    void anAbsurdNumberInOneClusterTakesNothingFromReplicasOfTheOthers() {
        FederatedSet set = sized(
                "", "{name: c1, replicas: 2000000000}, {name: c2, replicas: 2000000000}, {name: c3, replicas: 7}", "");
        assertThat(set.replicas().stream()
                        .collect(Collectors.groupingBy(FederatedSet.Replica::cluster, Collectors.counting())))
                .isEqualTo(Map.of("c1", 497L, "c2", 496L, "c3", 7L));
        assertThat(set.replicas())
                .extracting(FederatedSet.Replica::name)
                .startsWith("web-c1-0", "web-c1-1")
                .contains("web-c2-0")
                .endsWith("web-c3-6");
    }

    @Test
    void ordinalsDoNotOverflow() {
        FederatedSet set = sized(
                ", archipelago.dev/identity: Global",
                "{name: c1, replicas: 2, ordinals: {start: 2147483647, claimed: 2}}",
                "");
        assertThat(set.replicas())
                .extracting(FederatedSet.Replica::name)
                .containsExactly("web-2147483647", "web-2147483648");
    }

    @Test
    void replicasThatGoOneAtATimeAreReachedUntilTheyAreGone() {
        String status = "{clusterName: c1, status: {replicas: 3}}";
        assertThat(sized(", archipelago.dev/scaling: OneAtATime", "{name: c1, replicas: 1}", status)
                        .replicas())
                .hasSize(3);
        assertThat(sized("", "{name: c1, replicas: 1}", status).replicas()).hasSize(1);
    }
}
