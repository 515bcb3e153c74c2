package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.patch.JsonPatch;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.matching.RequestMatcher;
import dev.archipelago.apiserver.apply.ManagedFields;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks the configured webhooks: mutating ones in turn, since each sees what the one before made of the object, and
/// validating ones all at once.
public final class WebhookAdmission implements Admission {
    private final RequestMatcher matcher;
    private final Supplier<List<Webhook>> webhooks;
    private final WebhookCaller calls;
    private final Supplier<String> uids;
    private final ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor();

    /// A webhook that is to be asked.
    ///
    /// @param resource the version that it wants to see
    private record Match(Webhook webhook, ServedResource resource) {}

    WebhookAdmission(
            RequestMatcher matcher, Supplier<List<Webhook>> webhooks, WebhookCaller calls, Supplier<String> uids) {
        this.matcher = matcher;
        this.webhooks = webhooks;
        this.calls = calls;
        this.uids = uids;
    }

    /// Follows the webhook configurations in a store.
    public static WebhookAdmission start(Store store, RequestMatcher matcher, Supplier<String> uids) {
        return new WebhookAdmission(matcher, WebhookIndex.follow(store), new WebhookCaller(new Services(store)), uids);
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        List<Match> matching = matching(request, true);
        if (matching.isEmpty() || request.object() == null) {
            return false;
        }
        ObjectNode object = request.object();
        int lastChange = -1;
        for (int i = 0; i < matching.size(); i++) {
            if (ask(matching.get(i), request, object)) {
                lastChange = i;
            }
        }
        for (int i = 0; i < lastChange; i++) {
            if (matching.get(i).webhook().reinvoke()) {
                ask(matching.get(i), request, object);
            }
        }
        return lastChange >= 0;
    }

    /// Puts what the webhook makes of the object in its place.
    ///
    /// @return whether that differs
    private boolean ask(Match match, AdmissionRequest request, ObjectNode object) {
        Optional<JsonNode> patch = review(match, request);
        if (patch.isEmpty()) {
            return false;
        }
        ObjectNode served = match.resource().served(object);
        ObjectNode patched = match.resource()
                .conversion()
                .toStorage(JsonPatch.apply(served, patch.get()).deepCopy());
        keepOwners(object, patched, match.webhook(), request);
        if (patched.equals(object)) {
            return false;
        }
        object.removeAll();
        object.setAll(patched);
        return true;
    }

    /// Puts the owners of fields back where a webhook left something that nobody could read later.
    private static void keepOwners(ObjectNode before, ObjectNode patched, Webhook webhook, AdmissionRequest request) {
        JsonNode owners = patched.path("metadata").path("managedFields");
        if (!owners.isMissingNode() && !ManagedFields.isReadable(owners)) {
            Meta.copy(before, patched, "managedFields");
            request.warn()
                    .accept(".metadata.managedFields was left as it was: what admission webhook \"" + webhook.name()
                            + "\" made of it is not valid");
        }
    }

    @Override
    public void validate(AdmissionRequest request) {
        List<Match> matching = matching(request, false);
        if (matching.isEmpty()) {
            return;
        }
        List<Future<?>> answers = new ArrayList<>();
        for (Match match : matching) {
            answers.add(parallel.submit(() -> review(match, request)));
        }
        @Nullable ApiException refusal = null;
        for (Future<?> answer : answers) {
            try {
                answer.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof ApiException refused)) {
                    throw new IllegalStateException("a webhook call failed unexpectedly", e.getCause());
                }
                refusal = refusal == null ? refused : refusal;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiException(Reason.SERVICE_UNAVAILABLE, "interrupted while asking webhooks");
            }
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    private List<Match> matching(AdmissionRequest request, boolean mutating) {
        List<Webhook> all = webhooks.get();
        if (all.isEmpty() || RequestMatcher.isExempt(request)) {
            return List.of();
        }
        List<Match> matching = new ArrayList<>();
        for (Webhook webhook : all) {
            if (webhook.mutating() == mutating) {
                matcher.match(webhook.criteria(), request)
                        .filter(version -> conditionsHold(webhook, new MatchConditions.Subject(request, version)))
                        .ifPresent(version -> matching.add(new Match(webhook, version)));
            }
        }
        return matching;
    }

    private static boolean conditionsHold(Webhook webhook, MatchConditions.Subject subject) {
        try {
            return webhook.conditions().hold(subject);
        } catch (ExpressionException e) {
            if (webhook.ignoresFailure()) {
                return false;
            }
            throw new ApiException(
                    Reason.FORBIDDEN,
                    "admission webhook \"%s\" cannot be matched to the request: %s"
                            .formatted(webhook.name(), e.getMessage()));
        }
    }

    /// Asks one webhook.
    ///
    /// @return the JSON patch it answers with, if any
    private Optional<JsonNode> review(Match match, AdmissionRequest request) {
        Webhook webhook = match.webhook();
        if (request.dryRun() && !webhook.sideEffectFree()) {
            throw ApiException.badRequest("admission webhook \"" + webhook.name() + "\" does not support dry run");
        }
        String uid = uids.get();
        JsonNode response;
        try {
            byte[] review = Json.bytes(Review.of(request, match.resource(), uid, webhook.reviewVersion()));
            response = Json.MAPPER
                    .readTree(calls.call(webhook.clientConfig(), review, webhook.timeout()))
                    .path("response");
            if (!response.path("uid").asString("").equals(uid)) {
                throw new IOException("the response does not carry the uid of the request");
            }
        } catch (IOException | JacksonException e) {
            if (webhook.ignoresFailure()) {
                return Optional.empty();
            }
            throw new ApiException(
                    Reason.INTERNAL_ERROR,
                    "Internal error occurred: failed calling webhook \"%s\": %s"
                            .formatted(webhook.name(), describe(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "interrupted while asking a webhook");
        }
        response.path("warnings").forEach(warning -> request.warn().accept(warning.asString("")));
        if (!response.path("allowed").asBoolean(false)) {
            throw refusal(webhook, response.path("status"));
        }
        return webhook.mutating() ? patch(webhook, response) : Optional.empty();
    }

    private static String describe(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static Optional<JsonNode> patch(Webhook webhook, JsonNode response) {
        String patch = response.path("patch").asString("");
        if (patch.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readTree(Base64.getDecoder().decode(patch)));
        } catch (IllegalArgumentException | JacksonException e) {
            throw new ApiException(
                    Reason.INTERNAL_ERROR,
                    "Internal error occurred: webhook \"%s\" answered with a patch that is not valid"
                            .formatted(webhook.name()));
        }
    }

    private static ApiException refusal(Webhook webhook, JsonNode status) {
        String message = status.path("message").asString(status.path("reason").asString(""));
        String text = message.isEmpty()
                ? "admission webhook \"%s\" denied the request without explanation".formatted(webhook.name())
                : "admission webhook \"%s\" denied the request: %s".formatted(webhook.name(), message);
        int code = status.path("code").asInt(Reason.FORBIDDEN.code());
        for (Reason reason : Reason.values()) {
            if (reason.code() == code
                    && reason.text().equals(status.path("reason").asString(reason.text()))) {
                return new ApiException(reason, text);
            }
        }
        return new ApiException(Reason.FORBIDDEN, text);
    }
}
