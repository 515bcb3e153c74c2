package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.ResourceKind;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Where the schemas of custom resources come from: the `openAPIV3Schema` that the author of a kind wrote, which says
/// more than we keep of it. Empty for built-in kinds, and for custom ones without a schema.
@FunctionalInterface
public interface CustomSchemas {
    CustomSchemas NONE = kind -> Optional.empty();

    Optional<JsonNode> schema(ResourceKind kind);
}
