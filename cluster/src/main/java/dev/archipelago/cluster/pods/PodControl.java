package dev.archipelago.cluster.pods;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Creates and deletes the pods of one owner, with the Events of Kubernetes.
public final class PodControl<O extends ApiObject> {
    /// How many pods are created or deleted in one plan.
    public static final int BURST_MAX = 500;

    private final Kind<O> kind;
    private final O owner;
    private final PodNames names;

    /// @param pods of the owner
    /// @param taken whether any pod has a name
    public PodControl(Kind<O> kind, O owner, Collection<Pod> pods, Predicate<Key> taken) {
        this.kind = kind;
        this.owner = owner;
        this.names = new PodNames(owner, pods, taken);
    }

    /// Creates a pod from a template.
    ///
    /// @param template is copied
    public Step.Do create(JsonNode template) {
        String name = names.next();
        ObjectNode pod = (ObjectNode) template.deepCopy();
        pod.put("apiVersion", Pod.KIND.apiVersion()).put("kind", Pod.KIND.name());
        ObjectNode metadata = pod.withObjectProperty("metadata");
        metadata.remove("creationTimestamp");
        metadata.put("generateName", names.prefix());
        metadata.put("name", name);
        metadata.put("namespace", owner.namespace());
        metadata.putArray("ownerReferences").add(Owner.controlling(kind, owner).json());
        return new Step.Do(
                new Action.Create(Pod.KIND, pod),
                new ActionEvents(
                        Optional.of(EventNote.normal(kind, owner, "SuccessfulCreate", "Created pod: " + name)),
                        reason -> isOfInterest(reason)
                                ? Optional.of(EventNote.warning(
                                        kind, owner, "FailedCreate", "Error creating: " + reason.getMessage()))
                                : Optional.empty()));
    }

    public Step.Do delete(Pod pod) {
        return new Step.Do(
                Plan.deletion(Pod.KIND, pod),
                ActionEvents.of(
                        EventNote.normal(kind, owner, "SuccessfulDelete", "Deleted pod: " + pod.name()),
                        reason -> EventNote.warning(
                                kind, owner, "FailedDelete", "Error deleting: " + reason.getMessage())));
    }

    /// Whether a failure is worth an event. A conflict is resolved by the next plan, and a failure in a terminating
    /// namespace is expected.
    public static boolean isOfInterest(ApiException failure) {
        return failure.reason() != Reason.ALREADY_EXISTS
                && failure.reason() != Reason.CONFLICT
                && failure.details().causes().stream()
                        .noneMatch(cause -> cause.reason().equals("NamespaceTerminating"));
    }
}
