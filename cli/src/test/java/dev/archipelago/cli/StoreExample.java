package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The example of the design of federated StatefulSets: a store of eleven replicas, and its DNS names.
final class StoreExample {
    static final String NAMESPACE = "mynamespace";
    static final String FEDERATION = "myfederation";
    static final String ZONE = "example.com";

    private static final String LOCAL = "etcd." + NAMESPACE + ".svc." + ZONE;
    private static final String GLOBAL = "etcd." + NAMESPACE + "." + FEDERATION + ".svc." + ZONE;
    private static final String ALIAS = "store." + NAMESPACE + "." + FEDERATION + ".svc." + ZONE;

    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata:
              name: etcd
              labels:
                app: etcd
            spec:
              ports:
              - port: 80
                name: store
              clusterIP: None
              selector:
                app: etcd
            """;

    /// Its volume has an invalid name, as in the design.
    private static final String SET_AS_WRITTEN = """
            apiVersion: apps/v1beta1
            kind: StatefulSet
            metadata:
              name: store
            spec:
              serviceName: "etcd"
              replicas: 11
              template:
                metadata:
                  labels:
                    app: etcd
                spec:
                  terminationGracePeriodSeconds: 10
                  containers:
                  - name: etcd
                    image: gcr.io/google_containers/etcd:3.0.17
                    ports:
                    - containerPort: 80
                      name: store
                    volumeMounts:
                    - name: etcd_store
                      mountPath: /usr/share/etcd
              volumeClaimTemplates:
              - metadata:
                  name: etcd_store
                spec:
                  accessModes: ["ReadWriteOnce"]
                  resources:
                    requests:
                      storage: 1Gi
            """;

    private StoreExample() {}

    /// Applies the example as the design has it, which is refused, and then with a valid name.
    static void apply(Kubectl federation) {
        Kubectl there = federation.with("--namespace=" + NAMESPACE);
        federation.ok("create", "namespace", NAMESPACE);
        assertThat(there.refused(SET_AS_WRITTEN, List.of("apply")))
                .contains("spec.volumeClaimTemplates[0].metadata.name", "etcd_store");
        there.ok(SERVICE, List.of("apply"));
        there.ok(SET_AS_WRITTEN.replace("etcd_store", "etcd-store"), List.of("apply"));
    }

    /// Requests load balancers, and so global names, for replicas.
    static void askForBalancers(Kubectl federation) {
        federation.ok(
                "annotate",
                "statefulset/store",
                "--namespace=" + NAMESPACE,
                "federation.kubernetes.io/statefulset-lb-needed=true");
    }

    static void scale(Kubectl federation, int replicas) {
        federation.ok("scale", "statefulset/store", "--namespace=" + NAMESPACE, "--replicas=" + replicas);
    }

    /// The line of `archipelago status` about it.
    static String status(String counts) {
        return NAMESPACE + " statefulset/store " + counts;
    }

    /// In a cluster, the name of the service has the addresses of the pods there and no others.
    static void awaitLocalNames(Site site, int replicas) throws InterruptedException {
        TestingFederation.await(() -> {
            Map<String, String> pods = site.podAddresses();
            assertThat(pods.keySet()).containsExactlyElementsOf(members(site.name(), replicas));
            assertThat(targets(site.dig(), LOCAL))
                    .containsExactlyElementsOf(
                            pods.keySet().stream().map(pod -> pod + "." + LOCAL).toList());
            assertThat(addresses(site.dig(), LOCAL, pods.keySet())).isEqualTo(pods);
        });
    }

    /// On every DNS server, the federation's names of the service and of the set have the load balancer addresses
    /// of all replicas.
    /// @param sites all clusters, with their replicas
    /// @param sites all clusters, with their replicas
    static void awaitGlobalNames(Dig dig, Map<Site, Integer> sites) throws InterruptedException {
        TestingFederation.await(() -> {
            Map<String, String> balancers = new TreeMap<>();
            sites.forEach((site, replicas) -> {
                Map<String, String> there = site.balancers();
                assertThat(there.keySet()).containsExactlyElementsOf(members(site.name(), replicas));
                balancers.putAll(there);
            });
            assertGlobalNames(dig, balancers);
        });
    }

    static void assertGlobalNames(Dig dig, Map<String, String> balancers) {
        List<String> names =
                balancers.keySet().stream().map(pod -> pod + "." + GLOBAL).toList();
        assertThat(targets(dig, GLOBAL)).containsExactlyElementsOf(names);
        assertThat(targets(dig, ALIAS)).containsExactlyElementsOf(names);
        assertThat(addresses(dig, GLOBAL, balancers.keySet())).isEqualTo(balancers);
        assertThat(brief(dig, GLOBAL, "A")).containsExactlyInAnyOrderElementsOf(balancers.values());
        String ofPods = GLOBAL.substring(GLOBAL.indexOf('.') + 1);
        assertThat(addresses(dig, ofPods, balancers.keySet())).isEqualTo(balancers);
    }

    private static List<String> members(String cluster, int replicas) {
        return IntStream.range(0, replicas)
                .mapToObj(i -> "store-" + cluster + "-" + i)
                .toList();
    }

    /// The sorted targets of a name's SRV records.
    private static List<String> targets(Dig dig, String name) {
        return brief(dig, name, "SRV").stream()
                .filter(line -> line.contains(" "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1, line.length() - 1))
                .sorted()
                .toList();
    }

    private static Map<String, String> addresses(Dig dig, String below, Collection<String> pods) {
        Map<String, String> found = new TreeMap<>();
        pods.forEach(pod -> found.put(pod, String.join(" ", brief(dig, pod + "." + below, "A"))));
        return found;
    }

    private static List<String> brief(Dig dig, String name, String type) {
        try {
            return dig.brief(name, type, "+tcp");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
