package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Delete in all its ways, and wait. No garbage collector runs here: what it would act on stays, with its finalizer.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
class KubectlDeletionIT extends KubectlScript {
    @ParameterizedTest
    @CsvSource({"foreground, foregroundDeletion", "orphan, orphan"})
    void dependentsHoldTheirOwner(String cascade, String finalizer) {
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.ok("delete", "deploy", "web", "--cascade=" + cascade, "--wait=false"))
                .isEqualTo("deployment.apps \"web\" deleted\n");
        assertThat(field("deploy/web", ".metadata.finalizers[*]", ".metadata.deletionGracePeriodSeconds"))
                .isEqualTo(finalizer + " 0");
        assertThat(field("deploy/web", ".metadata.deletionTimestamp")).isNotEmpty();
        kubectl.ok("patch", "deploy", "web", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(kubectl.refused("get", "deploy", "web")).contains("deployments.apps \"web\" not found");
    }

    @Test
    void backgroundDeletionHoldsNothing() {
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.ok("delete", "deploy", "web", "--cascade=background"))
                .isEqualTo("deployment.apps \"web\" deleted\n");
        assertThat(kubectl.ok("get", "deploy")).isEmpty();
        assertThat(kubectl.refused("delete", "deploy", "web"))
                .isEqualTo("Error from server (NotFound): deployments.apps \"web\" not found\n");
    }

    @Test
    void manyGoAtOnce() {
        kubectl.ok(pod("one", "tier: a") + pod("two", "tier: b") + pod("three", "tier: a"), CREATE);
        assertThat(kubectl.ok("delete", "pods", "-l", "tier=a"))
                .isEqualTo("pod \"one\" deleted\npod \"three\" deleted\n");
        assertThat(kubectl.ok("delete", "pods", "--all", "--now")).isEqualTo("pod \"two\" deleted\n");
        assertThat(kubectl.ok("get", "pods", "-o", "name")).isEmpty();
    }

    @Test
    void waitEndsWhenTheConditionHolds() {
        kubectl.ok(pod("lone", "a: b"), CREATE);
        assertThat(kubectl.refused("wait", "--for=condition=Ready", "pod/lone", "--timeout=1s"))
                .contains("timed out waiting for the condition on pods/lone");
        try (KubectlRun wait = kubectl.start("wait", "--for=condition=Ready", "pod/lone", "--timeout=50s", "-v=6")) {
            wait.awaitLog("watch=true");
            client.merge(core("pods/lone/status"), """
                    {"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}""");
            KubectlRun.Output output = wait.end();
            assertThat(output.code()).as(output::toString).isZero();
            assertThat(output.out()).isEqualTo("pod/lone condition met\n");
        }
    }

    @Test
    void waitEndsWhenTheObjectIsGone() {
        kubectl.ok(configMap("held", "blue"), CREATE);
        kubectl.ok("patch", "cm", "held", "-p", "{\"metadata\":{\"finalizers\":[\"test/hold\"]}}");
        try (KubectlRun delete = kubectl.start("delete", "cm", "held", "-v=6")) {
            delete.awaitLog("watch=true");
            assertThat(field("cm/held", ".metadata.deletionTimestamp")).isNotEmpty();
            try (KubectlRun wait = kubectl.start("wait", "--for=delete", "cm/held", "--timeout=50s", "-v=6")) {
                wait.awaitLog("watch=true");
                client.merge(core("configmaps/held"), "{\"metadata\":{\"finalizers\":null}}");
                assertThat(wait.end().code()).isZero();
            }
            assertThat(delete.end().code()).isZero();
        }
    }

    @Test
    void namespaceWaitsForItsFinalizer() {
        everywhere.ok("delete", "ns", namespace, "--wait=false");
        assertThat(client.get("/api/v1/namespaces/" + namespace).at("metadata.deletionGracePeriodSeconds"))
                .isEmpty();
        assertThat(rows(everywhere.ok("get", "ns", namespace, "--no-headers")))
                .containsExactly(namespace + "|Terminating|AGE");
        assertThat(kubectl.refused(configMap("late", "blue"), CREATE))
                .contains("(Forbidden)", "because it is being terminated");
        String finalized = client.get("/api/v1/namespaces/" + namespace).text().replace("\"kubernetes\"", "");
        client.put("/api/v1/namespaces/" + namespace + "/finalize", finalized);
        assertThat(everywhere.refused("get", "ns", namespace)).contains("(NotFound)");
    }
}
