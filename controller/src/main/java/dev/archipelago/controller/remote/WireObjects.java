package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON form of objects, patches and options in requests and answers.
final class WireObjects {
    private WireObjects() {}

    static ObjectNode parse(byte[] body) {
        try {
            if (Json.MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            // Reported below, without the text, which may be long.
        }
        throw unexpected("something that is not a JSON object");
    }

    /// Reads an object and takes over its tree. Objects in lists may omit apiVersion and kind.
    static Stored stored(Kind<?> kind, ObjectNode tree) {
        if (!(tree.get("metadata") instanceof ObjectNode metadata)) {
            throw unexpected("an object without metadata");
        }
        long resourceVersion = resourceVersion(metadata);
        tree.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        return new Stored(Stored.encode(tree), resourceVersion);
    }

    /// Reads an object as the type that controllers use. The tree is taken over.
    static <T extends ApiObject> T object(Kind<T> kind, JsonNode object) {
        if (!(object instanceof ObjectNode tree)) {
            throw unexpected("an object of kind " + kind.name() + " that is not a JSON object");
        }
        Stored stored = stored(kind, tree);
        ((ObjectNode) tree.get("metadata")).put("resourceVersion", Long.toString(stored.resourceVersion()));
        return kind.reader().apply(stored, tree);
    }

    static long resourceVersion(JsonNode metadata) {
        String text = metadata.path("resourceVersion").asString("");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw unexpected("resourceVersion \"" + text + "\"");
        }
    }

    private static ApiException unexpected(String what) {
        return new ApiException(Reason.INTERNAL_ERROR, "the server answered with " + what);
    }

    /// What remains of an object after a delete. Servers answer with a Status or, for some kinds, with the
    /// object, even when it is gone.
    static Optional<Stored> remaining(Kind<?> kind, ObjectNode answer) {
        if (answer.path("kind").asString("").equals("Status")) {
            return Optional.empty();
        }
        JsonNode metadata = answer.path("metadata");
        boolean stays = metadata.has("deletionTimestamp")
                && (!metadata.path("finalizers").isEmpty()
                        || !answer.path("spec").path("finalizers").isEmpty()
                        || metadata.path("deletionGracePeriodSeconds").asLong(0) > 0);
        return stays ? Optional.of(stored(kind, answer)) : Optional.empty();
    }

    static byte[] body(DeleteOptions options) {
        ObjectNode body = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.gracePeriodSeconds().ifPresent(seconds -> body.put("gracePeriodSeconds", seconds));
        options.propagation().ifPresent(policy -> body.put("propagationPolicy", text(policy)));
        if (options.dryRun()) {
            body.putArray("dryRun").add("All");
        }
        if (!options.uid().isEmpty() || !options.resourceVersion().isEmpty()) {
            ObjectNode preconditions = body.putObject("preconditions");
            if (!options.uid().isEmpty()) {
                preconditions.put("uid", options.uid());
            }
            if (!options.resourceVersion().isEmpty()) {
                preconditions.put("resourceVersion", options.resourceVersion());
            }
        }
        return Json.bytes(body);
    }

    private static String text(DeleteOptions.Propagation policy) {
        return switch (policy) {
            case ORPHAN -> "Orphan";
            case BACKGROUND -> "Background";
            case FOREGROUND -> "Foreground";
        };
    }

    static byte[] body(PatchBody patch) {
        return Json.bytes(
                switch (patch) {
                    case PatchBody.Operations(JsonNode operations) -> operations;
                    case PatchBody.Merge(ObjectNode merge) -> merge;
                    case PatchBody.Strategic(ObjectNode strategic) -> strategic;
                    case PatchBody.Apply(ObjectNode configuration) -> configuration;
                });
    }

    static String contentType(PatchBody patch) {
        return switch (patch) {
            case PatchBody.Operations operations -> "application/json-patch+json";
            case PatchBody.Merge merge -> "application/merge-patch+json";
            case PatchBody.Strategic strategic -> "application/strategic-merge-patch+json";
            // The body is JSON, which is also YAML; older servers know only this content type.
            case PatchBody.Apply apply -> "application/apply-patch+yaml";
        };
    }
}
