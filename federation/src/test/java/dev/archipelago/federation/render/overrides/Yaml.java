package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Objects and policies for these tests.
final class Yaml {
    static final ClusterFacts MEMBER = new ClusterFacts(
            "member1", Map.of("site", "north", "size", "big"), "acme", "north", List.of("north-1", "north-2"));

    private Yaml() {}

    static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    static Policy policy(String name, String spec) {
        return new Policy(false, name, tree(spec));
    }

    static Policy clusterPolicy(String name, String spec) {
        return new Policy(true, name, tree(spec));
    }

    /// A policy for everything everywhere.
    static Policy overriding(String overriders) {
        return clusterPolicy("p", "{overrideRules: [{overriders: " + overriders + "}]}");
    }

    static ObjectNode deployment() {
        return tree("""
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: web
                  namespace: shop
                  labels: {app: web, tier: front}
                  annotations: {example.com/owner: me}
                spec:
                  replicas: 3
                  template:
                    spec:
                      initContainers:
                        - {name: prepare, image: busybox}
                      containers:
                        - {name: main, image: "images.example.com:5000/shop/web:1.2", command: [run, -v], args: [a, b, a]}
                        - {name: side, image: proxy:3}
                """);
    }
}
