package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Rolls back to the template of an earlier revision, as the deployment's annotation asks. The annotation is removed
/// even if there is no such revision.
final class Rollback {
    private final Sets sets;
    private final Deployment deployment;
    private final DeploymentEvents events;

    Rollback(Sets sets) {
        this.sets = sets;
        this.deployment = sets.deployment();
        this.events = new DeploymentEvents(deployment);
    }

    /// @param asked a revision number, or 0 for the one before the latest
    Plan plan(long asked) {
        long revision = asked == 0 ? beforeLatest() : asked;
        if (revision == 0) {
            return forget(events.noSuchRevision("Unable to find last revision."));
        }
        ReplicaSet set = find(revision);
        if (set == null) {
            return forget(events.noSuchRevision("Unable to find the revision to rollback to."));
        }
        if (Templates.same(deployment.template(), set.template())) {
            return forget(events.nothingToRollBack());
        }
        ObjectNode tree = deployment.tree();
        tree.withObjectProperty("spec").set("template", Templates.without(set.template()));
        ObjectNode annotations = tree.withObjectProperty("metadata").putObject("annotations");
        DeploymentAnnotations.rolledBack(deployment, set).forEach(annotations::put);
        return write(tree, events.rolledBack(revision));
    }

    private long beforeLatest() {
        List<Long> revisions = sets.all().stream()
                .map(DeploymentAnnotations::revision)
                .sorted(Comparator.reverseOrder())
                .toList();
        return revisions.size() < 2 ? 0 : revisions.get(1);
    }

    private @Nullable ReplicaSet find(long revision) {
        for (ReplicaSet set : sets.all()) {
            if (DeploymentAnnotations.revision(set) == revision) {
                return set;
            }
        }
        return null;
    }

    private Plan forget(EventNote note) {
        ObjectNode tree = deployment.tree();
        tree.withObjectProperty("metadata").withObjectProperty("annotations").remove(DeploymentAnnotations.ROLLBACK);
        return write(tree, note);
    }

    private static Plan write(ObjectNode tree, EventNote note) {
        return Plan.builder()
                .perform(
                        new Action.Update(Deployment.KIND, tree, ""),
                        new ActionEvents(Optional.of(note), reason -> Optional.empty()))
                .build();
    }
}
