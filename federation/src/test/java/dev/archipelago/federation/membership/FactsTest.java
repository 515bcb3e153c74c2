package dev.archipelago.federation.membership;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.testing.FakeClusterApi;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class FactsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeClusterApi cluster = new FakeClusterApi();

    private void node(String name, String zone) {
        cluster.create(
                Node.KIND,
                tree(
                        "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {topology.kubernetes.io/zone: %s,"
                                        .formatted(name, zone)
                                + " topology.kubernetes.io/region: north}}, status: {conditions: [{type: Ready, status: 'True'}]}}"));
    }

    @Test
    void tellsVersionPlacesAndNodes() {
        node("n1", "b");
        node("n2", "a");
        Facts facts = new Facts();
        facts.gather(cluster, NOW);
        ObjectNode status = Json.object();
        facts.putInto(status);
        assertThat(status.path("kubernetesVersion").asString()).isEqualTo("v1.36.0");
        assertThat(status.path("zones").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(status.path("regions").toString()).isEqualTo("[\"north\"]");
        assertThat(status.path("nodeSummary").path("totalNum").asInt()).isEqualTo(2);
    }

    @Test
    void whatWasKnownLastStaysAlsoForWhoHasNeverAsked() {
        ObjectNode known = tree("{kubernetesVersion: v1.35.1, zones: [a], apiEnablements: [{groupVersion: v1}]}");
        ObjectNode status = known.deepCopy();
        new Facts().putInto(status);
        assertThat(status).isEqualTo(known);
    }

    @Test
    void aClusterIsKnownAlsoWhenAnExtensionOfItsApiIsDown() {
        node("n1", "a");
        cluster.fail(call -> {
            if (call.equals("kinds")) {
                throw new ApiException(Reason.SERVICE_UNAVAILABLE, "metrics");
            }
        });
        Facts facts = new Facts();
        facts.gather(cluster, NOW);
        ObjectNode status = Json.object();
        facts.putInto(status);
        assertThat(status.path("zones").toString()).isEqualTo("[\"a\"]");
    }

    @Test
    void asksAgainOnlyAfterAWhile() {
        node("n1", "a");
        Facts facts = new Facts();
        facts.gather(cluster, NOW);
        node("n2", "b");
        facts.gather(cluster, NOW.plusSeconds(29));
        ObjectNode status = Json.object();
        facts.putInto(status);
        assertThat(status.path("nodeSummary").path("totalNum").asInt()).isEqualTo(1);
        facts.gather(cluster, NOW.plusSeconds(30));
        facts.putInto(status);
        assertThat(status.path("nodeSummary").path("totalNum").asInt()).isEqualTo(2);
    }
}
