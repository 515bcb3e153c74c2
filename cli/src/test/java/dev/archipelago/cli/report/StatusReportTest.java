package dev.archipelago.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusReportTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final Cluster WELL = Objects.of(Cluster.KIND, """
            metadata: {name: c2}
            status:
              conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-03-01T11:00:00Z", message: fine}]
              nodeSummary: {totalNum: 3, readyNum: 2}
              zones: [c2-a, c2-b]
            """);

    private static final Cluster AWAY = Objects.of(Cluster.KIND, """
            metadata: {name: c1-with-a-long-name}
            status:
              conditions:
              - type: Ready
                status: Unknown
                lastTransitionTime: "2026-03-01T11:59:48Z"
                message: "the cluster cannot be reached: connection refused"
              nodeSummary: {totalNum: 3, readyNum: 3}
              zones: [c1-a]
            """);

    private static final Cluster NEW = Objects.of(Cluster.KIND, "metadata: {name: c3}");

    private static final Template SET = new Template(StatefulSet.KIND, Objects.of(StatefulSet.KIND, """
            metadata: {namespace: default, name: web}
            spec: {replicas: 5}
            status:
              readyReplicas: 3
              conditions:
              - {type: ClustersComplete, status: "False", message: "3 of 5 replicas ready: c1 is away"}
            """));

    private static final Template UNPLACED =
            new Template(Deployment.KIND, Objects.of(Deployment.KIND, "metadata: {namespace: apps, name: front}"));

    private static Binding binding(String name, String status) {
        return Objects.of(Binding.KIND, """
                metadata: {namespace: default, name: %s-statefulset}
                spec:
                  resource: {kind: StatefulSet, namespace: default, name: %s}
                  clusters: [{name: c1-with-a-long-name, replicas: 2}, {name: c2, replicas: 3}]
                status:
                  aggregatedStatus:
                  - {clusterName: c1-with-a-long-name, status: {readyReplicas: 2}}
                  - {clusterName: c2, status: {readyReplicas: 3}}
                  conditions:
                  - %s
                """.formatted(name, name, status));
    }

    private static Binding waiting(String name) {
        return binding(name, "{type: FullyApplied, status: \"False\", message: c1 is away}");
    }

    @Test
    void showsClustersWorkloadsAndWhatWaits() {
        Snapshot seen = new Snapshot(
                List.of(WELL, AWAY, NEW), List.of(SET, UNPLACED), List.of(waiting("web"), waiting("db")), List.of());
        assertThat(StatusReport.of(seen, NOW)).isEqualTo("""
                CLUSTER              READY  SINCE  NODES  ZONES      WHY NOT
                c1-with-a-long-name  no     12s    3/3    c1-a       the cluster cannot be reached: connection refused
                c2                   yes    60m    2/3    c2-a,c2-b
                c3                   no            ?                 it was not asked yet

                NAMESPACE  WORKLOAD          READY  CLUSTERS
                apps       deployment/front  0/1    not placed
                default    statefulset/web   3/5    c1-with-a-long-name ?/2, c2 3/3

                WAITING
                default statefulset/web
                    ClustersComplete=False: 3 of 5 replicas ready: c1 is away
                default statefulset/db, default statefulset/web
                    FullyApplied=False: c1 is away
                """);
    }

    @Test
    void namesAFewOfManyThatWaitForTheSame() {
        List<Binding> bindings = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            bindings.add(waiting(name));
        }
        assertThat(StatusReport.of(new Snapshot(List.of(), List.of(), bindings, List.of()), NOW))
                .isEqualTo("""
                no cluster has joined

                no StatefulSet and no Deployment

                WAITING
                default statefulset/a, default statefulset/b, default statefulset/c and 2 more
                    FullyApplied=False: c1 is away
                """);
    }

    @Test
    void saysWhatRolloutsWaitForAndSinceWhen() {
        String wait = """
                metadata: {namespace: default, name: %1$s-statefulset}
                spec: {resource: {kind: StatefulSet, namespace: default, name: %1$s}}
                status:
                  aggregatedStatus:
                  - clusterName: c1
                    waitsFor: {reason: R, cluster: c3, message: c3 is away, since: "2026-03-01T11:%2$d:00Z"}
                  - clusterName: c2
                    waitsFor: {reason: R, cluster: c3, message: c3 is away, since: "2026-03-01T11:59:00Z"}
                  conditions:
                  - {type: FullyApplied, status: "False", reason: Waiting, message: told otherwise}
                """;
        List<Binding> bindings = List.of(
                Objects.of(Binding.KIND, wait.formatted("a", 57)), Objects.of(Binding.KIND, wait.formatted("b", 55)));
        assertThat(StatusReport.of(new Snapshot(List.of(), List.of(), bindings, List.of()), NOW))
                .endsWith("""

                WAITING
                default statefulset/a, default statefulset/b
                    c1, c2: c3 is away (for 5m)
                """);
    }

    @Test
    void saysWhatKeepsABindingFromGoing() {
        Binding leaving = Objects.of(Binding.KIND, """
                metadata: {namespace: default, name: web-service, deletionTimestamp: "2026-03-01T11:00:00Z"}
                spec: {resource: {kind: Service, namespace: default, name: web}}
                status:
                  conditions:
                  - {type: FullyApplied, status: "False", message: of no interest any more}
                  - {type: Deleted, status: "False", message: still in c1}
                """);
        Binding placeless = Objects.of(Binding.GLOBAL_KIND, """
                metadata: {name: high-priorityclass}
                spec: {resource: {kind: PriorityClass, name: high}}
                status: {conditions: [{type: Scheduled, status: "False", message: no cluster fits}]}
                """);
        String report =
                StatusReport.of(new Snapshot(List.of(), List.of(), List.of(leaving, placeless), List.of()), NOW);
        assertThat(report).endsWith("""

                WAITING
                priorityclass/high
                    Scheduled=False: no cluster fits
                default service/web
                    is being deleted: still in c1 (for 60m)
                """);
    }

    @Test
    void isShortWhenAllIsWell() {
        Binding done = binding("web", "{type: FullyApplied, status: \"True\", message: all have it}");
        Template set = new Template(
                StatefulSet.KIND,
                Objects.of(
                        StatefulSet.KIND, "{metadata: {namespace: default, name: web}, status: {readyReplicas: 1}}"));
        assertThat(StatusReport.of(new Snapshot(List.of(WELL), List.of(set), List.of(done), List.of()), NOW))
                .contains("c1-with-a-long-name (left) ?/2, c2 3/3")
                .endsWith("\n\nnothing waits\n");
    }

    @Test
    void tellsOfObjectsThatAreInNoCluster() {
        Kind<AnyObject> role =
                AnyObject.kind(GroupVersionKind.of("rbac.authorization.k8s.io/v1", "Role"), "roles", true);
        Kind<AnyObject> pod = AnyObject.kind(GroupVersionKind.of("v1", "Pod"), "pods", true);
        List<Template> unpropagated = List.of(
                new Template(role, Objects.of(role, "metadata: {namespace: default, name: reader}")),
                new Template(pod, Objects.of(pod, "metadata: {namespace: default, name: one}")),
                new Template(pod, Objects.of(pod, "metadata: {namespace: apps, name: two}")));
        assertThat(StatusReport.of(new Snapshot(List.of(), List.of(), List.of(), unpropagated), NOW))
                .endsWith("""

                nothing waits

                IN NO CLUSTER, as no policy is about them
                apps pod/two, default pod/one
                default role/reader
                """);
    }

    @Test
    void theServersOwnObjectsAndWhatIsBoundAreNotMissed() {
        FakeClusterApi federation = new FakeClusterApi();
        Kind<AnyObject> role = AnyObject.kind(
                GroupVersionKind.of("rbac.authorization.k8s.io/v1", "ClusterRole"), "clusterroles", false);
        federation.serve(role);
        federation.create(
                role, Objects.of(role, "metadata: {name: 'system:node'}").tree());
        federation.create(
                role,
                Objects.of(role, "metadata: {name: view, labels: {kubernetes.io/bootstrapping: rbac-defaults}}")
                        .tree());
        federation.create(role, Objects.of(role, "metadata: {name: bound}").tree());
        federation.create(role, Objects.of(role, "metadata: {name: forgotten}").tree());
        Binding bound = Objects.of(Binding.GLOBAL_KIND, "metadata: {name: bound-clusterrole}");
        assertThat(Unpropagated.read(federation, List.of(bound)))
                .extracting(template -> template.object().name())
                .containsExactly("forgotten");
    }

    @Test
    void showsWhatIsLeftInClusters() {
        Cluster cluster = Objects.of(Cluster.KIND, """
                metadata: {name: c4}
                status:
                  conditions: [{type: ObjectsLeft, status: "True", message: "left here: 1 StatefulSet (shop/web)"}]
                """);
        assertThat(StatusReport.of(new Snapshot(List.of(WELL, cluster), List.of(), List.of(), List.of()), NOW))
                .endsWith("\nLEFT IN CLUSTERS\nc4: left here: 1 StatefulSet (shop/web)\n");
    }
}
