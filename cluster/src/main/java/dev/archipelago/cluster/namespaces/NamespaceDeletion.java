package dev.archipelago.cluster.namespaces;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.controller.plan.Action;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a namespace that is being deleted.
final class NamespaceDeletion {
    private static final String CONTENT = "NamespaceContentRemaining";
    private static final String FINALIZERS = "NamespaceFinalizersRemaining";
    private static final String FAILURE = "NamespaceDeletionContentFailure";

    private final Namespace namespace;
    private final Instant now;

    NamespaceDeletion(Namespace namespace, Instant now) {
        this.namespace = namespace;
        this.now = now;
    }

    /// The status when nothing is left.
    ObjectNode emptied() {
        ObjectNode status = namespace.status() instanceof ObjectNode object ? object.deepCopy() : Json.object();
        set(
                status,
                "NamespaceDeletionDiscoveryFailure",
                "ResourcesDiscovered",
                "All resources successfully discovered");
        set(
                status,
                "NamespaceDeletionGroupVersionParsingFailure",
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed");
        set(status, FAILURE, "ContentDeleted", "All content successfully deleted, may be waiting on finalization");
        set(status, CONTENT, "ContentRemoved", "All content successfully removed");
        set(status, FINALIZERS, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
        return status;
    }

    private void set(ObjectNode status, String type, String reason, String message) {
        Conditions.set(status, new Condition(type, "False", reason, message), now);
    }

    /// The status while objects are being deleted.
    ObjectNode remaining(Contents contents) {
        ObjectNode status = emptied();
        String left = contents.parts().stream()
                .map(part -> part.resource() + " has " + part.objects().size() + " resource instances")
                .sorted()
                .collect(Collectors.joining(", "));
        Conditions.set(
                status,
                new Condition(CONTENT, "True", "SomeResourcesRemain", "Some resources are remaining: " + left),
                now);
        Map<String, Integer> finalizers = finalizers(contents);
        if (!finalizers.isEmpty()) {
            String held = finalizers.entrySet().stream()
                    .map(entry -> entry.getKey() + " in " + entry.getValue() + " resource instances")
                    .collect(Collectors.joining(", "));
            Conditions.set(
                    status,
                    new Condition(
                            FINALIZERS,
                            "True",
                            "SomeFinalizersRemain",
                            "Some content in the namespace has finalizers remaining: " + held),
                    now);
        }
        return status;
    }

    private static Map<String, Integer> finalizers(Contents contents) {
        Map<String, Integer> finalizers = new TreeMap<>();
        for (Contents.Part part : contents.parts()) {
            for (ApiObject object : part.objects()) {
                object.meta().finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
            }
        }
        return finalizers;
    }

    /// The status after a failed deletion.
    ObjectNode failing(Contents contents, String why) {
        ObjectNode status = remaining(contents);
        Conditions.set(
                status,
                new Condition(
                        FAILURE,
                        "True",
                        "ContentDeletionFailed",
                        "Failed to delete all resource types, 1 remaining: " + why),
                now);
        return status;
    }

    /// The status update; empty when the status is unchanged.
    Optional<Action> write(ObjectNode status) {
        if (status.equals(namespace.status())) {
            return Optional.empty();
        }
        ObjectNode tree = namespace.tree();
        tree.set("status", status);
        return Optional.of(new Action.Update(Namespace.KIND, tree, "status"));
    }
}
