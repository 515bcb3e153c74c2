package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Objects and policies for these tests.
final class Yaml {
    static final ClusterTraits MEMBER = new ClusterTraits(
            "member1", Map.of("site", "north", "size", "big"), "acme", "north", List.of("north-1", "north-2"));

    private Yaml() {}

    static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    static Policy policy(String name, String spec) {
        return policy(Policy.OVERRIDE, "{namespace: shop, name: '" + name + "'}", spec);
    }

    static Policy clusterPolicy(String name, String spec) {
        return policy(Policy.GLOBAL_OVERRIDE, "{name: '" + name + "'}", spec);
    }

    private static Policy policy(Kind<Policy> kind, String metadata, String spec) {
        ObjectNode policy = tree("{apiVersion: %s, kind: %s}".formatted(kind.apiVersion(), kind.name()));
        policy.set("metadata", tree(metadata));
        policy.set("spec", tree(spec));
        return kind.read(new Stored(Stored.encode(policy), 1));
    }

    /// The template that an object looks like.
    static Template template(ObjectNode object) {
        ObjectNode tree = tree("{apiVersion: v1, kind: A, metadata: {name: a}}");
        tree.setAll(object.deepCopy());
        Kind<AnyObject> kind = AnyObject.kind(
                GroupVersionKind.of(
                        tree.path("apiVersion").asString(), tree.path("kind").asString()),
                "as",
                true);
        return new Template(kind, kind.read(new Stored(Stored.encode(tree), 1)));
    }

    static Overridden apply(ObjectNode object, Collection<Policy> policies) {
        return Overrides.apply(template(object), object, policies, MEMBER);
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
