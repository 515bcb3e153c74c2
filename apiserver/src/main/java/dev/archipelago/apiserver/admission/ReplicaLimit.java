package dev.archipelago.apiserver.admission;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Refuses workloads of more pods at a time than a server is set up for: a zero too many must not fill it with objects.
///
/// What is stored with a larger number already can still be changed, as long as the number does not grow.
///
/// @param max the most pods that one workload may ask for
public record ReplicaLimit(int max) implements Admission {
    /// More than clusters hold.
    public static final int DEFAULT_MAX = 100_000;

    /// By where the store keeps the objects, the field that says how many pods there are to be.
    private static final Map<String, String> FIELDS = Map.of(
            "statefulsets.apps/", "replicas",
            "deployments.apps/", "replicas",
            "replicasets.apps/", "replicas",
            "replicationcontrollers/", "replicas",
            "jobs.batch/", "parallelism");

    public ReplicaLimit {
        if (max < 1) {
            throw new IllegalArgumentException("a limit of " + max + " replicas");
        }
    }

    @Override
    public void validate(AdmissionRequest request) {
        String field = FIELDS.get(request.resource().keyPrefix());
        boolean counts =
                request.subresource().isEmpty() || request.subresource().equals("scale");
        if (field == null || request.object() == null || !counts) {
            return;
        }
        List<FieldError> errors = new ArrayList<>();
        long number = number(request.object(), field);
        if (number > max && number > number(request.old(), field)) {
            errors.add(FieldError.invalid(
                    "spec." + field,
                    Long.toString(number),
                    "must be less than or equal to " + max
                            + ", the most pods of one workload that this server is set up for (--max-replicas)"));
        }
        checkOrdinals(request, errors);
        if (!errors.isEmpty()) {
            throw ApiException.invalid(
                    request.resource().group(), request.resource().kind().kind(), request.name(), errors);
        }
    }

    /// Ordinals end where numbers do: members beyond that could not be named.
    private static void checkOrdinals(AdmissionRequest request, List<FieldError> errors) {
        JsonNode spec = spec(request.object());
        long start = spec.path("ordinals").path("start").asLong(0);
        long end = start + number(request.object(), "replicas");
        JsonNode before = spec(request.old());
        long endBefore = before.path("ordinals").path("start").asLong(0) + number(request.old(), "replicas");
        if (start > 0 && end > Integer.MAX_VALUE && end > endBefore) {
            errors.add(FieldError.invalid(
                    "spec.ordinals.start",
                    Long.toString(start),
                    "the ordinal of the last replica must be less than " + Integer.MAX_VALUE));
        }
    }

    private static long number(@Nullable ObjectNode object, String field) {
        return spec(object).path(field).asLong(0);
    }

    private static JsonNode spec(@Nullable ObjectNode object) {
        return object == null ? Json.object() : object.path("spec");
    }
}
