package dev.archipelago.cli;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
import java.util.Map;
import java.util.TreeMap;

/// A member cluster with local kubectl and dig.
record Site(String name, Kubectl kubectl, Dig dig) {

    /// The uids of the example's pods, by name.
    Map<String, String> pods() {
        return found("pods", "{.metadata.uid}");
    }

    Map<String, String> podAddresses() {
        return found("pods", "{.status.podIP}");
    }

    /// The uids of the example's claims and their volumes, by name.
    Map<String, String> claims() {
        return found("persistentvolumeclaims", "{.metadata.uid} {.spec.volumeName}");
    }

    /// The addresses of the load balancers of replicas, by name.
    Map<String, String> balancers() {
        return read("services", "archipelago.dev/statefulset=store", "{.status.loadBalancer.ingress[0].ip}");
    }

    private Map<String, String> found(String kind, String jsonPath) {
        return read(kind, "app=etcd", jsonPath);
    }

    private Map<String, String> read(String kind, String labels, String jsonPath) {
        Map<String, String> found = new TreeMap<>();
        String template = "jsonpath={range .items[*]}{.metadata.name} " + jsonPath + "{\"\\n\"}{end}";
        kubectl.ok("get", kind, "-n", StoreExample.NAMESPACE, "-l", labels, "-o", template)
                .lines()
                .forEach(line -> {
                    int space = line.indexOf(' ');
                    found.put(line.substring(0, space), line.substring(space + 1));
                });
        return found;
    }
}
