package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// What can be done to an object besides reading and writing it whole.
@ExtendWith(OwnServer.class)
@Timeout(60)
class SubresourcesIT {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

    private final TestingClient client;

    SubresourcesIT(TestingApiServer server) {
        client = server.admin();
    }

    private Answer pod(String name) {
        return client.post(PODS, """
                {"metadata":{"name":"%s","labels":{"app":"db"}},"spec":{"containers":[{"name":"c","image":"x"}]}}
                """.formatted(name));
    }

    @Test
    void bindingGivesAPodItsNodeOnce() {
        pod("a");
        String binding = "{\"metadata\":{\"name\":\"a\"},\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}";

        assertThat(client.post(PODS + "/a/binding", binding).code()).isEqualTo(201);

        Answer bound = client.get(PODS + "/a");
        assertThat(bound.at("spec.nodeName")).isEqualTo("n1");
        assertThat(bound.at("status.conditions.0.type")).isEqualTo("PodScheduled");
        Answer again = client.post(PODS + "/a/binding", binding);
        assertThat(again.code()).isEqualTo(409);
        assertThat(again.at("message")).contains("pod a is already assigned to node \"n1\"");
    }

    @Test
    void evictionDeletesAPodThatItsBudgetCanSpare() {
        pod("a");
        client.post(BUDGETS, """
                {"metadata":{"name":"b"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"db"}}}}
                """);
        client.merge(PODS + "/a/status", "{\"status\":{\"phase\":\"Running\"}}");

        spare(0, 1);
        assertRefused(evict("a"), "still being processed", "10");
        spare(1, 0);
        assertRefused(evict("a"), "needs 1 healthy pods and has 2 currently", "");
        assertThat(client.get(PODS + "/a").at("metadata.deletionTimestamp")).isEmpty();

        spare(1, 1);
        Answer evicted = evict("a");
        assertThat(evicted.code()).as(evicted.text()).isEqualTo(201);
        assertThat(client.get(BUDGETS + "/b").at("status.disruptionsAllowed")).isEqualTo("0");
        assertThat(client.get(PODS + "/a").code()).isEqualTo(404);
    }

    private Answer evict(String pod) {
        return client.post(
                PODS + '/' + pod + "/eviction",
                "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"" + pod + "\"}}");
    }

    /// Sets how many pods the budget can spare, as known at a generation of it.
    private void spare(int generation, int pods) {
        Answer written = client.merge(BUDGETS + "/b/status", """
                {"status":{"observedGeneration":%d,"disruptionsAllowed":%d,"currentHealthy":2,"desiredHealthy":1,
                 "expectedPods":2}}
                """.formatted(generation, pods));
        assertThat(written.code()).as(written.text()).isEqualTo(200);
    }

    private static void assertRefused(Answer answer, String why, String retryAfterSeconds) {
        assertThat(answer.code()).as(answer.text()).isEqualTo(429);
        assertThat(answer.at("reason")).isEqualTo("TooManyRequests");
        assertThat(answer.at("details.causes.0.reason")).isEqualTo("DisruptionBudget");
        assertThat(answer.at("details.causes.0.message")).contains(why);
        assertThat(answer.at("details.retryAfterSeconds")).isEqualTo(retryAfterSeconds);
    }

    @Test
    void statusAndSpecAreWrittenApart() {
        deployment("d");

        client.merge(DEPLOYMENTS + "/d/status", "{\"spec\":{\"replicas\":9},\"status\":{\"replicas\":2}}");
        client.merge(DEPLOYMENTS + "/d", "{\"spec\":{\"replicas\":3},\"status\":{\"replicas\":8}}");

        Answer read = client.get(DEPLOYMENTS + "/d");
        assertThat(read.at("spec.replicas")).isEqualTo("3");
        assertThat(read.at("status.replicas")).isEqualTo("2");
        assertThat(read.at("metadata.generation")).isEqualTo("2");
    }

    @Test
    void scaleIsAWindowOnReplicas() {
        deployment("d");

        Answer scale = client.get(DEPLOYMENTS + "/d/scale");
        assertThat(scale.at("kind")).isEqualTo("Scale");
        assertThat(scale.at("spec.replicas")).isEqualTo("1");
        assertThat(scale.at("status.selector")).isEqualTo("app=d");
        Answer stale = client.put(DEPLOYMENTS + "/d/scale", """
                {"metadata":{"name":"d","namespace":"default","resourceVersion":"1"},"spec":{"replicas":4}}
                """);
        assertThat(stale.code()).isEqualTo(409);
        assertThat(client.merge(DEPLOYMENTS + "/d/scale", "{\"spec\":{\"replicas\":4}}")
                        .at("spec.replicas"))
                .isEqualTo("4");
        assertThat(client.get(DEPLOYMENTS + "/d").at("spec.replicas")).isEqualTo("4");
        Answer negative = client.merge(DEPLOYMENTS + "/d/scale", "{\"spec\":{\"replicas\":-1}}");
        assertThat(negative.code()).isEqualTo(422);
        assertThat(negative.at("details.kind")).isEqualTo("Scale");
    }

    @Test
    void aCollectionIsDeletedAsFarAsItIsSelected() {
        for (String name : new String[] {"a", "b", "c"}) {
            String label = name.equals("c") ? "keep" : "go";
            client.post(MAPS, "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"l\":\"%s\"}}}".formatted(name, label));
        }

        assertThat(client.delete(MAPS + "?labelSelector=l%3Dgo&dryRun=All").code())
                .isEqualTo(200);
        assertThat(client.get(MAPS).json().path("items")).hasSize(3);
        Answer deleted = client.delete(MAPS + "?labelSelector=l%3Dgo");
        assertThat(deleted.code()).isEqualTo(200);
        assertThat(deleted.json().path("items")).hasSize(2);
        assertThat(client.get(MAPS).at("items.0.metadata.name")).isEqualTo("c");
        assertThat(client.get(MAPS).json().path("items")).hasSize(1);
    }

    @Test
    void aNamespaceGoesWhenItsFinalizerHasBeenTakenAway() {
        client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");
        assertThat(client.delete("/api/v1/namespaces/n").at("status.phase")).isEqualTo("Terminating");
        Answer late = client.post("/api/v1/namespaces/n/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(late.code()).isEqualTo(403);
        assertThat(late.at("details.causes.0.reason")).isEqualTo("NamespaceTerminating");

        Answer done = client.put(
                "/api/v1/namespaces/n/finalize", "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"finalizers\":[]}}");

        assertThat(done.code()).as(done.text()).isEqualTo(200);
        assertThat(client.get("/api/v1/namespaces/n").code()).isEqualTo(404);
    }

    @Test
    void aTokenIsWhoItSaysUntilItsAccountGoes() {
        client.post(ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}");
        Answer made = client.post(
                ACCOUNTS + "/robot/token", "{\"spec\":{\"expirationSeconds\":600,\"audiences\":[\"vault\"]}}");
        assertThat(made.code()).isEqualTo(201);
        assertThat(made.at("status.expirationTimestamp")).isNotEmpty();

        Answer known = review(made.at("status.token"));
        assertThat(known.at("status.authenticated")).isEqualTo("true");
        assertThat(known.at("status.user.username")).isEqualTo("system:serviceaccount:default:robot");
        assertThat(known.at("status.audiences.0")).isEqualTo("vault");

        client.delete(ACCOUNTS + "/robot");
        assertThat(review(made.at("status.token")).at("status.authenticated")).isNotEqualTo("true");
    }

    private Answer review(String token) {
        return client.post(
                "/apis/authentication.k8s.io/v1/tokenreviews",
                "{\"spec\":{\"token\":\"" + token + "\",\"audiences\":[\"vault\"]}}");
    }

    private void deployment(String name) {
        Answer made = client.post(DEPLOYMENTS, """
                {"metadata":{"name":"%s"},"spec":{"replicas":1,"selector":{"matchLabels":{"app":"%s"}},
                 "template":{"metadata":{"labels":{"app":"%s"}},
                  "spec":{"containers":[{"name":"c","image":"x"}]}}}}
                """.formatted(name, name, name));
        assertThat(made.code()).as(made.text()).isEqualTo(201);
    }
}
