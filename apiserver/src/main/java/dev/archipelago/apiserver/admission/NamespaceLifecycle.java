package dev.archipelago.apiserver.admission;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Nothing is created in a namespace that is absent or on its way out, and the namespaces the system needs stay.
public final class NamespaceLifecycle implements Admission {
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final Store store;

    public NamespaceLifecycle(Store store) {
        this.store = store;
    }

    @Override
    public boolean mutate(AdmissionRequest request) {
        if (request.operation() == AdmissionRequest.Operation.CREATE
                && request.resource().namespaced()) {
            checkNamespace(request);
        }
        return false;
    }

    private void checkNamespace(AdmissionRequest request) {
        String namespace = request.namespace();
        Optional<KeyValue> entry = store.get("namespaces/" + namespace);
        if (entry.isEmpty()) {
            // Another server may just have made it.
            awaitLatest();
            entry = store.get("namespaces/" + namespace);
        }
        if (entry.isEmpty()) {
            throw ApiException.notFound("", "namespaces", namespace);
        }
        if (isTerminating(entry.get())) {
            throw new ApiException(
                    Reason.FORBIDDEN,
                    "%s \"%s\" is forbidden: unable to create new content in namespace %s because it is being terminated"
                            .formatted(qualified(request), request.name(), namespace),
                    ApiException.Details.of(
                                    request.resource().group(),
                                    request.resource().resource(),
                                    request.name())
                            .withCauses(List.of(new Cause(
                                    "NamespaceTerminating",
                                    "namespace " + namespace + " is being terminated",
                                    "metadata.namespace"))));
        }
    }

    private static boolean isTerminating(KeyValue entry) {
        // Every create in a namespace asks this: parse once per version of the namespace.
        if (entry.memo() instanceof Boolean known) {
            return known;
        }
        ObjectNode namespace = Json.parse(entry.value());
        boolean terminating = Meta.deleting(namespace)
                || namespace.path("status").path("phase").asString("").equals("Terminating");
        entry.memo(terminating);
        return terminating;
    }

    private void awaitLatest() {
        try {
            boolean _ = store.awaitObserved(store.latestRevision(), Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void validate(AdmissionRequest request) {
        boolean deletesNamespace = request.operation() == AdmissionRequest.Operation.DELETE
                && request.resource().group().isEmpty()
                && request.resource().resource().equals("namespaces");
        if (deletesNamespace && IMMORTAL.contains(request.name())) {
            throw ApiException.forbidden("", "namespaces", request.name(), "this namespace may not be deleted");
        }
    }

    private static String qualified(AdmissionRequest request) {
        String group = request.resource().group();
        return group.isEmpty()
                ? request.resource().resource()
                : request.resource().resource() + "." + group;
    }
}
