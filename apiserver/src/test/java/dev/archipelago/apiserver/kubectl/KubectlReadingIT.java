package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Everything that looks and changes nothing.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlReadingIT extends KubectlScript {
    private static final String THREE_PODS = pod("alpha", "tier: front, rank: c")
            + pod("beta", "tier: back, rank: b")
            + pod("gamma", "tier: front, rank: a");

    @Test
    void objectsPrintAsTables() {
        assertThat(kubectl.ok(WEB + "---\n" + pod("lone", "a: b"), CREATE))
                .isEqualTo("deployment.apps/web created\npod/lone created\n");
        assertThat(rows(kubectl.ok("get", "deployments,pods")))
                .containsExactly(
                        "NAME|READY|UP-TO-DATE|AVAILABLE|AGE",
                        "deployment.apps/web|0/2|0|0|AGE",
                        "",
                        "NAME|READY|STATUS|RESTARTS|AGE",
                        "pod/lone|0/1|Pending|0|AGE");
        assertThat(rows(kubectl.ok("get", "deploy", "web", "-o", "wide", "--show-labels")))
                .containsExactly(
                        "NAME|READY|UP-TO-DATE|AVAILABLE|AGE|CONTAINERS|IMAGES|SELECTOR|LABELS",
                        "web|0/2|0|0|AGE|nginx|nginx:1.25|app=web|app=web");
        assertThat(rows(everywhere.ok(
                        "get", "po", "-A", "-L", "a", "--field-selector=metadata.namespace=" + namespace)))
                .containsExactly("NAMESPACE|NAME|READY|STATUS|RESTARTS|AGE|A", namespace + "|lone|0/1|Pending|0|AGE|b");
        assertThat(kubectl.refused("get", "pod", "nobody"))
                .isEqualTo("Error from server (NotFound): pods \"nobody\" not found\n");
        assertThat(kubectl.refused("get", "nothings"))
                .isEqualTo("error: the server doesn't have a resource type \"nothings\"\n");
    }

    @Test
    void objectsPrintInOtherForms() {
        kubectl.ok(THREE_PODS, CREATE);
        assertThat(kubectl.ok("get", "pod", "alpha", "-o", "yaml"))
                .startsWith("apiVersion: v1\nkind: Pod\nmetadata:\n  creationTimestamp: \"")
                .contains(
                        "\n  namespace: " + namespace + "\n",
                        "\n  - image: busybox:1.36\n    imagePullPolicy: IfNotPresent\n",
                        "\nstatus:\n  phase: Pending\n");
        assertThat(field("pod/alpha", ".metadata.managedFields[*].fieldsV1"))
                .as("the first status is not the client's")
                .contains("f:image")
                .doesNotContain("f:status");
        assertThat(kubectl.ok("get", "pods", "-o", "jsonpath={range .items[*]}{.metadata.name}:{.status.phase} {end}"))
                .isEqualTo("alpha:Pending beta:Pending gamma:Pending ");
        assertThat(rows(kubectl.ok(
                        "get", "pods", "-o", "custom-columns=WHO:.metadata.name,IMAGE:.spec.containers[0].image")))
                .containsExactly("WHO|IMAGE", "alpha|busybox:1.36", "beta|busybox:1.36", "gamma|busybox:1.36");
        assertThat(kubectl.ok("get", "pods", "-o", "name")).isEqualTo("pod/alpha\npod/beta\npod/gamma\n");
    }

    @Test
    void selectorsChoose() {
        kubectl.ok(THREE_PODS, CREATE);
        assertThat(names("-l", "tier=front")).containsExactly("alpha", "gamma");
        assertThat(names("-l", "tier notin (front),rank")).containsExactly("beta");
        assertThat(names("--field-selector", "status.phase=Pending,metadata.name!=beta"))
                .containsExactly("alpha", "gamma");
        assertThat(kubectl.refused("get", "pods", "--field-selector", "spec.colour=red"))
                .contains("field label not supported: spec.colour");
    }

    @Test
    void listsSortAndComeInChunks() {
        kubectl.ok(THREE_PODS, CREATE);
        assertThat(names("--sort-by=.metadata.labels.rank")).containsExactly("gamma", "beta", "alpha");
        KubectlRun.Output chunked = kubectl.run("get", "pods", "--chunk-size=1", "-v=6");
        assertThat(rows(chunked.out())).hasSize(4);
        assertThat(Pattern.compile("pods\\?(continue=[^ ]+&)?limit=1[ \"]")
                        .matcher(chunked.err())
                        .results())
                .as(chunked.err())
                .hasSize(3);
    }

    private List<String> names(String... choice) {
        String[] command = new String[choice.length + 3];
        command[0] = "get";
        command[1] = "pods";
        command[2] = "--no-headers";
        System.arraycopy(choice, 0, command, 3, choice.length);
        return rows(kubectl.ok(command)).stream()
                .map(row -> row.substring(0, row.indexOf('|')))
                .toList();
    }

    @Test
    void watchFollowsWhatHappens() {
        kubectl.ok(configMap("first", "blue"), CREATE);
        try (KubectlRun watch = kubectl.start("get", "configmaps", "-w", "--output-watch-events")) {
            watch.awaitOutput("first");
            client.post(core("configmaps"), "{\"metadata\":{\"name\":\"second\"}}");
            client.merge(core("configmaps/second"), "{\"data\":{\"a\":\"1\",\"b\":\"2\"}}");
            client.delete(core("configmaps/first"));
            watch.awaitOutput("DELETED");
            watch.awaitOutput("MODIFIED");
            client.delete(core("configmaps/second"));
            watch.awaitOutput("DELETED    second");
            assertThat(rows(watch.stop().out()))
                    .containsExactly(
                            "EVENT|NAME|DATA|AGE",
                            "ADDED|first|1|AGE",
                            "ADDED|second|0|AGE",
                            "MODIFIED|second|2|AGE",
                            "DELETED|first|1|AGE",
                            "DELETED|second|2|AGE");
        }
    }

    @Test
    void describeTellsTheWholeStory() {
        kubectl.ok(WEB + "---\n" + pod("lone", "a: b"), CREATE);
        assertThat(rows(kubectl.ok("describe", "deployment", "web")))
                .contains(
                        "Name:|web",
                        "Namespace:|" + namespace,
                        "Selector:|app=web",
                        "Replicas:|2 desired | 0 updated | 0 total | 0 available | 0 unavailable",
                        "RollingUpdateStrategy:|25% max unavailable, 25% max surge",
                        "Image:|nginx:1.25",
                        "memory:|64Mi");
        String uid = client.get(core("pods/lone")).at("metadata.uid");
        for (String about : List.of(uid, "of-another-pod")) {
            client.post(core("events"), """
                    {"metadata":{"name":"event-%s"},"reason":"Sighted","message":"seen %s","type":"Normal","count":1,
                    "source":{"component":"watchman"},
                    "involvedObject":{"kind":"Pod","namespace":"%s","name":"lone","uid":"%s"}}""".formatted(about, about, namespace, about));
        }
        assertThat(rows(kubectl.ok("describe", "pod", "lone")))
                .contains("Status:|Pending", "Image:|busybox:1.36", "QoS Class:|BestEffort")
                .anySatisfy(row -> assertThat(row).contains("Sighted").endsWith("watchman|seen " + uid))
                .noneSatisfy(row -> assertThat(row).contains("of-another-pod"));
    }

    @Test
    void explainKnowsTheFields() {
        assertThat(rows(kubectl.ok("explain", "deployment.spec.strategy")))
                .contains("KIND:|Deployment", "type\t<string>")
                .anySatisfy(row -> assertThat(row).startsWith("rollingUpdate\t<"));
        assertThat(kubectl.ok("explain", "statefulsets", "--recursive"))
                .contains(
                        "volumeClaimTemplates\t<[]", "podManagementPolicy\t<string>", "terminationGracePeriodSeconds");
        assertThat(kubectl.refused("explain", "pod.spec.nothing")).contains("field \"nothing\" does not exist");
    }

    @Test
    void resourcesAreDiscovered() {
        // The old one prints verbs as [create delete …], the new one with commas.
        String apps = kubectl.ok("api-resources", "--api-group=apps", "--no-headers", "-o", "wide")
                .replaceAll("[\\[\\],]", " ")
                .replaceAll("(?<=[a-z]) (?=[a-z])", ",");
        assertThat(rows(apps))
                .hasSize(5)
                .anySatisfy(row -> assertThat(row)
                        .startsWith("deployments|deploy|apps/v1|true|Deployment|"
                                + "create,delete,deletecollection,get,list,patch,update,watch"));
        assertThat(rows(kubectl.ok("api-resources", "--namespaced=false")))
                .contains(
                        "NAME|SHORTNAMES|APIVERSION|NAMESPACED|KIND",
                        "nodes|no|v1|false|Node",
                        "clusterroles|rbac.authorization.k8s.io/v1|false|ClusterRole");
        assertThat(kubectl.ok("api-versions").lines()).contains("v1", "apps/v1", "autoscaling/v2", "batch/v1");
    }
}
