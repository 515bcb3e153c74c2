package dev.archipelago.apiserver.hostile;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import dev.archipelago.model.schema.Struct;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Good objects of many kinds to begin with, and every kind there is.
final class Samples {
    private static final ResourceKind GADGETS = new ResourceKind(
            "fuzz.example",
            "v1",
            "gadgets",
            "Gadget",
            "gadget",
            true,
            List.of(),
            List.of(),
            List.of(),
            List.of(
                    new Subresource("status", "fuzz.example", "v1", "Gadget", List.of()),
                    new Subresource("scale", "autoscaling", "v1", "Scale", List.of())),
            new Struct("", false, true));

    private Samples() {}

    /// A kind and a good object of it; an empty one where there is no better.
    record Sample(ResourceKind kind, ObjectNode object) {}

    static List<Sample> all() {
        List<Sample> samples = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(Samples.class.getResourceAsStream("objects.json"))) {
            for (JsonNode object : Json.MAPPER.readTree(in)) {
                samples.add(new Sample(kindOf(object), (ObjectNode) object));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return samples;
    }

    static List<Sample> bare() {
        return BuiltinKinds.all().stream()
                .map(kind -> new Sample(
                        kind, Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.kind())))
                .toList();
    }

    private static ResourceKind kindOf(JsonNode object) {
        String apiVersion = object.path("apiVersion").asString();
        String name = object.path("kind").asString();
        return BuiltinKinds.all().stream()
                .filter(kind ->
                        kind.apiVersion().equals(apiVersion) && kind.kind().equals(name))
                .findFirst()
                .orElse(GADGETS);
    }
}
