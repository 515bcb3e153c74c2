package dev.archipelago.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.crds.Manifests;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Installs what the federation needs in its API server: its kinds and the namespace of its DNS records.
final class FederationDefinitions {
    private static final Kind<AnyObject> DEFINITION = AnyObject.kind(
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            "customresourcedefinitions",
            false);
    private static final Kind<AnyObject> NAMESPACE =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private FederationDefinitions() {}

    /// Installs everything; returns when all kinds are served.
    static void install(ClusterApi api, String federation, String zone) {
        installKinds(api);
        for (String namespace : List.of(Names.SYSTEM_NAMESPACE, FederatedNames.NAMESPACE)) {
            apply(api, NAMESPACE, Key.global(namespace), Json.object());
        }
        checkSame(api, federation, zone);
        ObjectNode identity = Json.object();
        identity.putObject("data").put("name", federation).put("zone", zone);
        apply(api, ConfigMap.KIND, new Key(FederatedNames.NAMESPACE, FederatedNames.FEDERATION), identity);
    }

    /// Checks that a federation keeps its name and its zone, as both are part of the name of every replica.
    ///
    /// @throws IllegalStateException when it had others
    static void checkSame(ClusterApi api, String federation, String zone) {
        api.get(ConfigMap.KIND, new Key(FederatedNames.NAMESPACE, FederatedNames.FEDERATION))
                .map(found -> found.view().path("data"))
                .ifPresent(known -> {
                    String name = known.path("name").asString(federation);
                    String knownZone = known.path("zone").asString(zone);
                    if (!name.equals(federation) || !knownZone.equals(zone)) {
                        throw new IllegalStateException("this is the data of federation " + name + " with the DNS zone "
                                + knownZone + ", and replicas have names in them: use --federation " + name
                                + " --dns-zone " + knownZone + ", or another data directory");
                    }
                });
    }

    private static void apply(ClusterApi api, Kind<?> kind, Key key, ObjectNode object) {
        object.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        ObjectNode metadata = object.putObject("metadata").put("name", key.name());
        if (!key.namespace().isEmpty()) {
            metadata.put("namespace", key.namespace()).putObject("labels").put(FederatedNames.LABEL, "true");
        }
        api.patch(kind, key, "", new PatchBody.Apply(object), true);
    }

    private static void installKinds(ClusterApi api) {
        Set<String> wanted = new HashSet<>();
        for (String name : Manifests.names()) {
            ObjectNode definition = definition(Manifests.text(name));
            wanted.add(definition.path("spec").path("names").path("kind").asString(""));
            api.patch(DEFINITION, Key.global(name), "", new PatchBody.Apply(definition), true);
        }
        Instant end = Instant.now().plus(PATIENCE);
        while (!kinds(api).containsAll(wanted)) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("the API server does not serve " + wanted
                        + " after its CustomResourceDefinitions were applied");
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /// Converted through JSON because YAML numbers have node types of their own.
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
