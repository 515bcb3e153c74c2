package dev.archipelago.apiserver.subresource;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Change;
import dev.archipelago.apiserver.registry.Ownership;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.KeyValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Evicts pods: deletes them, if the disruption budgets that cover them allow it.
public final class Evictions {
    private static final int RETRY_AFTER_SECONDS = 10;

    private final Registry registry;
    private final ServedResource budgets;

    public Evictions(Registry registry, ServedResource budgets) {
        this.registry = registry;
        this.budgets = budgets;
    }

    public void evict(Caller caller, Target pod, DeleteOptions options) {
        ObjectNode object = registry.get(pod.resource(), pod.namespace(), pod.name(), ReadOptions.NONE)
                .tree();
        if (!needsNoBudget(object)) {
            List<String> covering = budgetsOf(object, pod.namespace());
            if (covering.size() > 1) {
                throw new ApiException(
                        Reason.INTERNAL_ERROR,
                        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
            }
            for (String budget : covering) {
                spend(caller, new Target(budgets, pod.namespace(), budget, "status"), pod.name(), options.dryRun());
            }
        }
        registry.delete(caller, pod, options);
    }

    /// A pod that does not run, or is going anyway, disrupts nothing.
    private static boolean needsNoBudget(ObjectNode pod) {
        String phase = pod.path("status").path("phase").asString("");
        return Meta.deleting(pod) || phase.equals("Pending") || phase.equals("Succeeded") || phase.equals("Failed");
    }

    private List<String> budgetsOf(ObjectNode pod, String namespace) {
        Map<String, String> labels = new HashMap<>();
        pod.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        List<String> names = new ArrayList<>();
        for (KeyValue entry : registry.list(budgets, namespace, ObjectFilter.everything(), ReadOptions.NONE)
                .entries()) {
            ObjectNode budget = StoredObjects.of(entry).tree();
            if (budget.path("spec").has("selector")
                    && LabelSelector.of(budget.path("spec").path("selector")).matches(labels)) {
                names.add(Meta.name(budget));
            }
        }
        return names;
    }

    private void spend(Caller caller, Target budget, String pod, boolean dryRun) {
        WriteOptions options = WriteOptions.by("archipelago-eviction", dryRun);
        registry.change(caller, budget, new Spending(budgets, budget.name(), pod), options);
    }

    private record Spending(ServedResource budgets, String name, String pod) implements Change {

        @Override
        public ObjectNode apply(ObjectNode current, Instant now) {
            long allowed = current.path("status").path("disruptionsAllowed").asLong(0);
            long observed = current.path("status").path("observedGeneration").asLong(0);
            if (observed < Meta.generation(current)) {
                throw refused(
                        "The disruption budget " + name + " is still being processed by the server.",
                        RETRY_AFTER_SECONDS);
            }
            if (allowed <= 0) {
                long healthy = current.path("status").path("currentHealthy").asLong(0);
                long desired = current.path("status").path("desiredHealthy").asLong(0);
                // A client that is told when to come back does so by itself, and its user sees nothing of it.
                throw refused(
                        "The disruption budget %s needs %d healthy pods and has %d currently"
                                .formatted(name, desired, healthy),
                        0);
            }
            ObjectNode updated = current.deepCopy();
            ObjectNode status = updated.withObjectProperty("status");
            status.put("disruptionsAllowed", allowed - 1);
            status.withObjectProperty("disruptedPods").put(pod, Meta.time(now));
            return updated;
        }

        private static ApiException refused(String why, int retryAfterSeconds) {
            return new ApiException(
                    Reason.TOO_MANY_REQUESTS,
                    "Cannot evict pod as it would violate the pod's disruption budget.",
                    new ApiException.Details(
                            "", "", "", "", List.of(new Cause("DisruptionBudget", why, "")), retryAfterSeconds));
        }

        @Override
        public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
            Manager manager = new Manager("archipelago-eviction", "policy/v1", "status");
            Ownership.update(budgets, current, updated, manager, now);
        }

        @Override
        public boolean pinsVersion() {
            return false;
        }
    }
}
