package dev.archipelago.cluster.volumes;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.controller.plan.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The writes of claims and volumes, each preconditioned on the observed resourceVersion.
final class Writing {
    private Writing() {}

    static Action protect(Kind<?> kind, ApiObject object, String finalizer) {
        List<String> finalizers = new ArrayList<>(object.meta().finalizers());
        finalizers.add(finalizer);
        return finalizers(kind, object, finalizers);
    }

    static Action unprotect(Kind<?> kind, ApiObject object, String finalizer) {
        List<String> finalizers = new ArrayList<>(object.meta().finalizers());
        finalizers.remove(finalizer);
        return finalizers(kind, object, finalizers);
    }

    private static Action finalizers(Kind<?> kind, ApiObject object, List<String> finalizers) {
        ObjectNode tree = object.tree();
        Meta.finalizers(tree, finalizers);
        return new Action.Update(kind, tree, "");
    }

    /// A reference to this claim, with its uid.
    static ObjectNode reference(Claim claim) {
        return Json.object()
                .put("apiVersion", Claim.KIND.apiVersion())
                .put("kind", Claim.KIND.name())
                .put("name", claim.name())
                .put("namespace", claim.namespace())
                .put("resourceVersion", Long.toString(claim.resourceVersion()))
                .put("uid", claim.uid());
    }

    /// Reserves a volume for a claim.
    static Action take(Volume volume, Claim claim) {
        ObjectNode tree = volume.tree();
        tree.withObjectProperty("spec").set("claimRef", reference(claim));
        if (volume.claim().isEmpty()) {
            annotations(tree).put(Names.BOUND_BY_CONTROLLER, "yes");
        }
        return new Action.Update(Volume.KIND, tree, "");
    }

    /// Binds a claim to its reserved volume.
    ///
    /// @param chosen whether the volume was found here and not named by the user
    static Action bind(Claim claim, String volume, boolean chosen) {
        ObjectNode tree = claim.tree();
        tree.withObjectProperty("spec").put("volumeName", volume);
        ObjectNode annotations = annotations(tree);
        annotations.put(Names.BIND_COMPLETED, "yes");
        if (chosen) {
            annotations.put(Names.BOUND_BY_CONTROLLER, "yes");
        }
        return new Action.Update(Claim.KIND, tree, "");
    }

    /// Updates the status of a bound claim, unless it is up to date.
    static Optional<Action> bound(Claim claim, Volume volume) {
        if (claim.isBound() && claim.given().equals(volume.size())) {
            return Optional.empty();
        }
        ObjectNode tree = claim.tree();
        ObjectNode status = tree.withObjectProperty("status").put("phase", "Bound");
        volume.accessModes().forEach(status.putArray("accessModes")::add);
        status.putObject("capacity").put("storage", volume.capacity());
        return Optional.of(new Action.Update(Claim.KIND, tree, "status"));
    }

    static Action lost(Claim claim) {
        ObjectNode tree = claim.tree();
        ObjectNode status = tree.withObjectProperty("status").put("phase", "Lost");
        status.remove(List.of("accessModes", "capacity"));
        return new Action.Update(Claim.KIND, tree, "status");
    }

    static Action classed(Claim claim, String storageClass) {
        ObjectNode tree = claim.tree();
        tree.withObjectProperty("spec").put("storageClassName", storageClass);
        return new Action.Update(Claim.KIND, tree, "");
    }

    /// Leaves a claim to an external provisioner.
    static Action handOver(Claim claim, String provisioner) {
        ObjectNode tree = claim.tree();
        annotations(tree).put(Names.STORAGE_PROVISIONER, provisioner);
        return new Action.Update(Claim.KIND, tree, "");
    }

    /// Sets the selected node.
    static Action select(Claim claim, String node) {
        ObjectNode tree = claim.tree();
        annotations(tree).put(Names.SELECTED_NODE, node);
        return new Action.Update(Claim.KIND, tree, "");
    }

    /// Removes the selected node, so that the scheduler selects again.
    static Action unselect(Claim claim) {
        ObjectNode tree = claim.tree();
        annotations(tree).remove(Names.SELECTED_NODE);
        return new Action.Update(Claim.KIND, tree, "");
    }

    static Action grow(Volume volume, String capacity) {
        ObjectNode tree = volume.tree();
        tree.withObjectProperty("spec").withObjectProperty("capacity").put("storage", capacity);
        return new Action.Update(Volume.KIND, tree, "");
    }

    static Action phase(Volume volume, String phase, String message) {
        ObjectNode tree = volume.tree();
        ObjectNode status = tree.withObjectProperty("status").put("phase", phase);
        if (message.isEmpty()) {
            status.remove("message");
        } else {
            status.put("message", message);
        }
        return new Action.Update(Volume.KIND, tree, "status");
    }

    /// Frees a volume that its claim did not bind in the end.
    static Action free(Volume volume) {
        ObjectNode tree = volume.tree();
        ObjectNode spec = tree.withObjectProperty("spec");
        ObjectNode annotations = annotations(tree);
        if (annotations.has(Names.BOUND_BY_CONTROLLER)) {
            annotations.remove(Names.BOUND_BY_CONTROLLER);
            spec.remove("claimRef");
        } else {
            spec.withObjectProperty("claimRef").remove(List.of("uid", "resourceVersion"));
        }
        return new Action.Update(Volume.KIND, tree, "");
    }

    private static ObjectNode annotations(ObjectNode tree) {
        return Meta.of(tree).withObjectProperty("annotations");
    }
}
