package dev.archipelago.federation;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.apiserver.yaml.YamlReader;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.model.crds.Manifests;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Sees to it that the federation's API server knows the federation's kinds.
final class Definitions {
    private static final Kind<AnyObject> DEFINITION = AnyObject.kind(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "customresourcedefinitions",
            false);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Definitions() {}

    /// Returns when all of them are served.
    static void install(ClusterApi api) {
        Set<String> wanted = new HashSet<>();
        for (String name : Manifests.names()) {
            ObjectNode definition = definition(Manifests.text(name));
            wanted.add(definition.path("spec").path("names").path("kind").asString(""));
            api.patch(DEFINITION, Key.global(name), "", new PatchBody.Apply(definition), true);
        }
        Instant end = Instant.now().plus(PATIENCE);
        while (!kinds(api).containsAll(wanted)) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("the API server does not serve " + wanted + " though it was told to");
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /// Through JSON: numbers of YAML are of types of their own.
    private static ObjectNode definition(String yaml) {
        return Json.parse(Json.bytes(
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree()));
    }

    private static Set<String> kinds(ClusterApi api) {
        Set<String> kinds = new HashSet<>();
        api.kinds().forEach(kind -> kinds.add(kind.name()));
        return kinds;
    }
}
