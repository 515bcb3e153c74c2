package dev.archipelago.apiserver.admission.matching;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Finds out whether a request meets criteria.
public final class RequestMatcher {
    private static final String GROUP = "admissionregistration.k8s.io";

    private final Store store;
    private final Supplier<Catalog> catalog;

    public RequestMatcher(Store store, Supplier<Catalog> catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    /// Whether nobody may be asked about a request: webhooks and policies that guard themselves could never be
    /// removed.
    public static boolean isExempt(AdmissionRequest request) {
        return request.resource().group().equals(GROUP);
    }

    /// Matches a request.
    ///
    /// @return the version of the resource that the criteria mean; nothing when they are not about the request
    public Optional<ServedResource> match(MatchCriteria criteria, AdmissionRequest request) {
        if (ruled(criteria.excluded(), criteria.equivalent(), request).isPresent()) {
            return Optional.empty();
        }
        Optional<ServedResource> matched = criteria.rules().isEmpty()
                ? Optional.of(request.resource()).filter(resource -> criteria.unruled())
                : ruled(criteria.rules(), criteria.equivalent(), request);
        return matched.filter(resource -> objectSelected(criteria.objectSelector(), request)
                && namespaceSelected(criteria.namespaceSelector(), request));
    }

    private Optional<ServedResource> ruled(List<ResourceRule> rules, boolean equivalent, AdmissionRequest request) {
        ServedResource asked = request.resource();
        for (ResourceRule rule : rules) {
            if (rule.matches(request, asked.kind())) {
                return Optional.of(asked);
            }
        }
        if (!equivalent || rules.isEmpty()) {
            return Optional.empty();
        }
        List<ServedResource> versions = catalog.get().versionsOf(asked);
        for (ResourceRule rule : rules) {
            for (ServedResource version : versions) {
                if (!version.kind().equals(asked.kind()) && rule.matches(request, version.kind())) {
                    return Optional.of(version);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean objectSelected(LabelSelector selector, AdmissionRequest request) {
        return selector.isEverything()
                || (request.object() != null && selector.matches(labels(request.object())))
                || (request.old() != null && selector.matches(labels(request.old())));
    }

    private boolean namespaceSelected(LabelSelector selector, AdmissionRequest request) {
        if (selector.isEverything()) {
            return true;
        }
        boolean isNamespace = request.resource().keyPrefix().equals("namespaces/");
        if (isNamespace && request.object() != null) {
            return selector.matches(labels(request.object()));
        }
        if (request.namespace().isEmpty() && !isNamespace) {
            return true;
        }
        return namespace(isNamespace ? request.name() : request.namespace())
                .filter(found -> selector.matches(labels(found)))
                .isPresent();
    }

    /// A namespace as it is stored.
    public Optional<ObjectNode> namespace(String name) {
        return store.get("namespaces/" + name).map(KeyValue::value).map(Json::parse);
    }

    private static Map<String, String> labels(ObjectNode object) {
        Map<String, String> labels = new HashMap<>();
        object.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        return labels;
    }
}
