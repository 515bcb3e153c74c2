package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.crd.Definitions;
import dev.archipelago.apiserver.custom.CustomServing;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.crds.Manifests;
import dev.archipelago.simulation.engine.SimServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The initial content of the federation's own API.
final class FederationApi {
    /// The built-in kinds and those of the federation, shared by all simulations, as they are costly to create.
    static final Catalog CATALOG = catalog();

    private FederationApi() {}

    private static Catalog catalog() {
        List<ServedResource> served = new ArrayList<>(SimServer.BUILT_IN.all());
        for (String name : Manifests.names()) {
            byte[] yaml = Manifests.text(name).getBytes(StandardCharsets.UTF_8);
            // Converted through JSON because YAML numbers have node types of their own.
            ObjectNode definition = Json.parse(Json.bytes(YamlReader.read(yaml).tree()));
            Definitions.applyDefaults(definition);
            definition
                    .putObject("status")
                    .set("acceptedNames", definition.path("spec").path("names"));
            served.addAll(CustomServing.of(definition));
        }
        return new Catalog(served);
    }

    static void settle(ClusterApi api, Federation.Settings settings) {
        for (String name : List.of("default", Names.SYSTEM_NAMESPACE, FederatedNames.NAMESPACE)) {
            World.createNamespace(api, name);
        }
        ObjectNode realm = Json.object();
        realm.putObject("metadata")
                .put("namespace", FederatedNames.NAMESPACE)
                .put("name", FederatedNames.FEDERATION)
                .putObject("labels")
                .put(FederatedNames.LABEL, "true");
        realm.putObject("data").put("name", settings.name()).put("zone", settings.zone());
        api.create(ConfigMap.KIND, realm);
    }
}
