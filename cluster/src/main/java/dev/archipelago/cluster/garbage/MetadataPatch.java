package dev.archipelago.cluster.garbage;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Patches of an object's metadata, preconditioned on its resourceVersion.
final class MetadataPatch {
    private MetadataPatch() {}

    static Action withoutOwners(Node node, Set<String> uids) {
        List<ObjectNode> rest = node.object().meta().owners().stream()
                .filter(owner -> !uids.contains(owner.uid()))
                .map(Owner::json)
                .toList();
        return list(node, "ownerReferences", rest);
    }

    /// Makes no owner wait for this object.
    static Action unblocking(Node node) {
        List<ObjectNode> references = node.object().meta().owners().stream()
                .map(owner -> new Owner(
                        owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), owner.controller(), false))
                .map(Owner::json)
                .toList();
        return list(node, "ownerReferences", references);
    }

    static Action withoutFinalizer(Node node, String finalizer) {
        List<JsonNode> rest = node.object().meta().finalizers().stream()
                .filter(name -> !name.equals(finalizer))
                .<JsonNode>map(Json.MAPPER.getNodeFactory()::stringNode)
                .toList();
        return list(node, "finalizers", rest);
    }

    private static Action list(Node node, String field, List<? extends JsonNode> values) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata")
                .put("uid", node.uid())
                .put("resourceVersion", Long.toString(node.object().resourceVersion()));
        if (values.isEmpty()) {
            metadata.putNull(field);
        } else {
            metadata.putArray(field).addAll(values);
        }
        return new Action.Patch(node.kind(), node.object().key(), "", new PatchBody.Merge(patch), false);
    }
}
