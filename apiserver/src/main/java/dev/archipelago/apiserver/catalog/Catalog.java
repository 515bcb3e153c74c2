package dev.archipelago.apiserver.catalog;

import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Everything served at one moment. Immutable: a change of custom resources makes a new one.
public final class Catalog {
    private final List<ServedResource> resources;
    private final Map<String, Map<String, ServedResource>> byGroupVersion = new HashMap<>();
    private final Map<String, List<ServedResource>> byPrefix = new HashMap<>();

    public Catalog(Collection<ServedResource> resources) {
        this.resources = List.copyOf(resources);
        for (ServedResource served : this.resources) {
            byGroupVersion
                    .computeIfAbsent(served.kind().apiVersion(), key -> new LinkedHashMap<>())
                    .put(served.resource(), served);
            byPrefix.computeIfAbsent(served.keyPrefix(), key -> new ArrayList<>())
                    .add(served);
        }
    }

    public List<ServedResource> all() {
        return resources;
    }

    public List<ResourceKind> kinds() {
        return resources.stream().map(ServedResource::kind).toList();
    }

    public Optional<ServedResource> find(String group, String version, String resource) {
        return Optional.ofNullable(byGroupVersion
                .getOrDefault(group.isEmpty() ? version : group + '/' + version, Map.of())
                .get(resource));
    }

    /// The group versions in which the objects of a resource are served, itself among them.
    public List<ServedResource> versionsOf(ServedResource resource) {
        return byPrefix.getOrDefault(resource.keyPrefix(), List.of());
    }

    /// The schema that the author of a custom kind wrote, for OpenAPI.
    public Optional<JsonNode> schemaOf(ResourceKind kind) {
        return find(kind.group(), kind.version(), kind.resource()).flatMap(ServedResource::openApiSchema);
    }

    /// A resource by its kind.
    public Optional<ServedResource> findKind(String apiVersion, String kind) {
        return byGroupVersion.getOrDefault(apiVersion, Map.of()).values().stream()
                .filter(served -> served.kind().kind().equals(kind))
                .findFirst();
    }
}
