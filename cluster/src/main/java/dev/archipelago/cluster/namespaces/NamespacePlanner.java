package dev.archipelago.cluster.namespaces;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides how a namespace is deleted: its objects first, starting with pods. When a live read confirms that nothing is
/// left, its finalizer is removed.
final class NamespacePlanner {
    private static final String FINALIZER = "kubernetes";

    private NamespacePlanner() {}

    static Plan plan(Namespace namespace, Contents contents, Instant now) {
        if (!namespace.isDeleting()) {
            return Plan.NOTHING;
        }
        NamespaceDeletion departure = new NamespaceDeletion(namespace, now);
        Plan.Builder plan = Plan.builder();
        if (!namespace.contentFinalizers().contains(FINALIZER)) {
            // Another finalizer still holds it.
            departure.write(departure.emptied()).ifPresent(plan::perform);
            return plan.build();
        }
        if (contents.isEmpty()) {
            return finish(namespace, contents);
        }
        plan.together(deletions(contents));
        departure.write(departure.remaining(contents)).ifPresent(plan::perform);
        plan.afterFailure(failure -> afterFailure(failure, departure, contents));
        return plan.build();
    }

    private static List<List<Step.Do>> deletions(Contents contents) {
        List<List<Step.Do>> deletions = new ArrayList<>();
        for (Contents.Part part : contents.next()) {
            for (ApiObject object : part.objects()) {
                if (!object.isDeleting()) {
                    deletions.add(List.of(new Step.Do(deletion(part.kind(), object), ActionEvents.NONE)));
                }
            }
        }
        return deletions;
    }

    private static Action deletion(Kind<?> kind, ApiObject object) {
        return new Action.Delete(
                kind,
                object.key(),
                new DeleteOptions(false, Optional.empty(), Optional.of(Propagation.BACKGROUND), object.uid(), ""));
    }

    private static Plan finish(Namespace namespace, Contents contents) {
        Plan.Builder plan = Plan.builder();
        Key everything = new Key(namespace.name(), "");
        plan.perform(new Action.Delete(Contents.EVENT, everything, DeleteOptions.NONE));
        contents.kinds().forEach(kind -> plan.perform(new Action.ConfirmNone(kind, namespace.name())));
        ObjectNode tree = namespace.tree();
        ArrayNode finalizers = tree.withObjectProperty("spec").putArray("finalizers");
        namespace.contentFinalizers().stream()
                .filter(finalizer -> !finalizer.equals(FINALIZER))
                .forEach(finalizers::add);
        plan.perform(new Action.Update(Namespace.KIND, tree, "finalize"));
        return plan.build();
    }

    private static List<Step> afterFailure(Failure failure, NamespaceDeletion departure, Contents contents) {
        boolean isWritten =
                failure.action() instanceof Action.Delete && failure.reason().reason() != Reason.CONFLICT;
        if (!isWritten) {
            return List.of();
        }
        return departure
                .write(departure.failing(contents, failure.reason().getMessage()))
                .map(action -> List.<Step>of(new Step.Do(action, ActionEvents.NONE)))
                .orElse(List.of());
    }
}
