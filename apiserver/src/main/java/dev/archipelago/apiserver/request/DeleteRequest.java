package dev.archipelago.apiserver.request;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads how a delete is to be carried out. That comes in the body, or in the query where there is no body.
public final class DeleteRequest {
    private DeleteRequest() {}

    public static DeleteOptions parse(Query query, @Nullable ObjectNode body) {
        List<FieldError> errors = new ArrayList<>();
        DeleteOptions options = body == null ? fromQuery(query, errors) : fromBody(query, body, errors);
        if (options.gracePeriodSeconds().orElse(0L) < 0) {
            options = new DeleteOptions(
                    options.dryRun(), Optional.of(1L), options.propagation(), options.uid(), options.resourceVersion());
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "DeleteOptions", "", errors);
        }
        return options;
    }

    private static DeleteOptions fromQuery(Query query, List<FieldError> errors) {
        return new DeleteOptions(
                WriteOptions.dryRun(query.all("dryRun"), errors),
                query.number("gracePeriodSeconds"),
                propagation(query.text("propagationPolicy"), query.optionalFlag("orphanDependents"), errors),
                "",
                "");
    }

    private static DeleteOptions fromBody(Query query, ObjectNode body, List<FieldError> errors) {
        String kind = body.path("kind").asString("");
        if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
            throw ApiException.badRequest("the body of a delete must be DeleteOptions, not " + kind);
        }
        List<String> dryRun = new ArrayList<>(query.all("dryRun"));
        body.path("dryRun").forEach(value -> dryRun.add(value.asString("")));
        JsonNode grace = body.path("gracePeriodSeconds");
        if (!grace.isMissingNode() && !grace.isNull() && !grace.canConvertToLong()) {
            throw ApiException.badRequest("gracePeriodSeconds must be a whole number");
        }
        JsonNode orphan = body.path("orphanDependents");
        JsonNode preconditions = body.path("preconditions");
        return new DeleteOptions(
                WriteOptions.dryRun(dryRun, errors),
                grace.isNumber() ? Optional.of(grace.asLong()) : query.number("gracePeriodSeconds"),
                propagation(
                        body.path("propagationPolicy").asString(query.text("propagationPolicy")),
                        orphan.isBoolean() ? Optional.of(orphan.asBoolean()) : Optional.empty(),
                        errors),
                preconditions.path("uid").asString(""),
                preconditions.path("resourceVersion").asString(""));
    }

    private static Optional<Propagation> propagation(
            String policy, Optional<Boolean> orphanDependents, List<FieldError> errors) {
        if (orphanDependents.isPresent()) {
            if (!policy.isEmpty()) {
                errors.add(FieldError.invalid(
                        "propagationPolicy",
                        FieldError.quoted(policy),
                        "orphanDependents and deletionPropagation cannot be both set"));
            }
            return Optional.of(orphanDependents.get() ? Propagation.ORPHAN : Propagation.BACKGROUND);
        }
        return switch (policy) {
            case "" -> Optional.empty();
            case "Orphan" -> Optional.of(Propagation.ORPHAN);
            case "Background" -> Optional.of(Propagation.BACKGROUND);
            case "Foreground" -> Optional.of(Propagation.FOREGROUND);
            default -> {
                errors.add(FieldError.notSupported(
                        "propagationPolicy", policy, List.of("Foreground", "Background", "Orphan", "nil")));
                yield Optional.empty();
            }
        };
    }
}
