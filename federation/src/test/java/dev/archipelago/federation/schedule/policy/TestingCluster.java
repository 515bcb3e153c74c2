package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Builds candidates: ready clusters with the properties that a test sets.
final class TestingCluster {
    private final String name;
    private final Map<String, String> labels = new TreeMap<>();
    private final List<Node.Taint> taints = new ArrayList<>();
    private String provider = "";
    private String region = "";
    private List<String> zones = List.of();
    private Set<String> kinds = Set.of();
    private OptionalInt free = OptionalInt.empty();
    private OptionalInt assigned = OptionalInt.empty();
    private boolean ready = true;
    private String barred = "";

    private TestingCluster(String name) {
        this.name = name;
    }

    static TestingCluster named(String name) {
        return new TestingCluster(name);
    }

    TestingCluster label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    TestingCluster taint(String key, String value, String effect) {
        taints.add(new Node.Taint(key, value, effect, Optional.empty()));
        return this;
    }

    TestingCluster provider(String value) {
        provider = value;
        return this;
    }

    TestingCluster region(String value) {
        region = value;
        return this;
    }

    TestingCluster zones(String... values) {
        zones = List.of(values);
        return this;
    }

    TestingCluster serving(String... types) {
        kinds = Set.of(types);
        return this;
    }

    TestingCluster free(int replicas) {
        free = OptionalInt.of(replicas);
        return this;
    }

    TestingCluster holding(int replicas) {
        assigned = OptionalInt.of(replicas);
        return this;
    }

    TestingCluster notReady() {
        ready = false;
        return this;
    }

    TestingCluster barred(String reason) {
        barred = reason;
        return this;
    }

    Candidate candidate() {
        ClusterTraits traits = new ClusterTraits(name, labels, provider, region, zones);
        return new Candidate(traits, taints, kinds, free, ready, assigned, barred);
    }

    static JsonNode yaml(String text) {
        return YamlReader.read(text.getBytes(StandardCharsets.UTF_8)).tree();
    }

    /// Reads a valid placement.
    static Placement placement(String text) {
        JsonNode json = yaml(text);
        if (!Placement.problems(json).isEmpty()) {
            throw new AssertionError(Placement.problems(json));
        }
        return Placement.read(json);
    }

    /// A Deployment.
    static PlacementRequest deployment(int replicas) {
        return new PlacementRequest("apps/v1", "Deployment", "", true, replicas);
    }
}
