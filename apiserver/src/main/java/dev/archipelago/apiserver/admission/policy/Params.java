package dev.archipelago.apiserver.admission.policy;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.ExpressionException;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the objects that policies take as parameters.
record Params(Store store, Supplier<Catalog> catalog) {
    /// Evaluates a policy once, without parameters.
    private static final List<Optional<ObjectNode>> NONE = List.of(Optional.empty());

    /// The parameters with which a policy is to be evaluated for a request: once for each.
    ///
    /// @param namespace of the request
    /// @throws ExpressionException saying why it cannot be evaluated
    List<Optional<ObjectNode>> of(Policy<?> policy, PolicyBinding binding, String namespace)
            throws ExpressionException {
        ParamRef ref = binding.params();
        if (!policy.hasParams() || ref == null) {
            return NONE;
        }
        ServedResource resource = catalog.get()
                .findKind(policy.paramApiVersion(), policy.paramKind())
                .orElseThrow(() -> new ExpressionException("paramKind kind `%s, Kind=%s` not known"
                        .formatted(policy.paramApiVersion(), policy.paramKind())));
        String home = home(resource, ref, namespace);
        List<Optional<ObjectNode>> found = new ArrayList<>();
        LabelSelector selector = ref.selector();
        if (selector == null) {
            store.get(resource.key(home, ref.name()))
                    .map(entry -> served(resource, entry))
                    .ifPresent(object -> found.add(Optional.of(object)));
        } else {
            String prefix = resource.keyPrefix(home);
            for (KeyValue entry : store.range(prefix, prefix, 0, 0).entries()) {
                ObjectNode object = served(resource, entry);
                if (selector.matches(labels(object))) {
                    found.add(Optional.of(object));
                }
            }
        }
        if (found.isEmpty() && ref.denies()) {
            throw new ExpressionException("no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return found;
    }

    private static String home(ServedResource resource, ParamRef ref, String namespace) throws ExpressionException {
        if (!resource.namespaced()) {
            if (!ref.namespace().isEmpty()) {
                throw new ExpressionException(
                        "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
            }
            return "";
        }
        String home = ref.namespace().isEmpty() ? namespace : ref.namespace();
        if (home.isEmpty()) {
            throw new ExpressionException(
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        }
        return home;
    }

    private static ObjectNode served(ServedResource resource, KeyValue entry) {
        return resource.served(StoredObjects.of(entry).tree());
    }

    private static Map<String, String> labels(ObjectNode object) {
        Map<String, String> labels = new HashMap<>();
        for (Map.Entry<String, JsonNode> label :
                object.path("metadata").path("labels").properties()) {
            labels.put(label.getKey(), Json.text(object.path("metadata").path("labels"), label.getKey()));
        }
        return labels;
    }
}
