package dev.archipelago.apiserver.subresource;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Change;
import dev.archipelago.apiserver.registry.Ownership;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The change by which a scheduler gives a pod to a node.
///
/// @param binding the Binding that was posted
public record PodBinding(ServedResource pods, String name, ObjectNode binding, Manager manager) implements Change {

    @Override
    public ObjectNode apply(ObjectNode current, Instant now) {
        String node = binding.path("target").path("name").asString("");
        check(node);
        String uid = Meta.uid(binding);
        if (!uid.isEmpty() && !uid.equals(Meta.uid(current))) {
            throw conflict("the UID in the binding does not match the UID of the pod");
        }
        if (Meta.deleting(current)) {
            throw conflict("pod " + name + " is being deleted, cannot be assigned to a host");
        }
        String assigned = current.path("spec").path("nodeName").asString("");
        if (!assigned.isEmpty()) {
            throw conflict("pod " + name + " is already assigned to node \"" + assigned + "\"");
        }
        ObjectNode updated = current.deepCopy();
        updated.withObjectProperty("spec").put("nodeName", node);
        binding.path("metadata")
                .path("annotations")
                .properties()
                .forEach(annotation -> Meta.of(updated)
                        .withObjectProperty("annotations")
                        .set(annotation.getKey(), annotation.getValue()));
        markScheduled(updated.withObjectProperty("status").withArrayProperty("conditions"), now);
        return updated;
    }

    private void check(String node) {
        if (node.isEmpty()) {
            throw ApiException.invalid(
                    "", "Binding", name, List.of(FieldError.required("target.name", "name is required")));
        }
        String kind = binding.path("target").path("kind").asString("");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            throw ApiException.invalid(
                    "",
                    "Binding",
                    name,
                    List.of(FieldError.notSupported("target.kind", kind, List.of("Node", "<empty>"))));
        }
    }

    private static void markScheduled(ArrayNode conditions, Instant now) {
        for (int i = 0; i < conditions.size(); i++) {
            JsonNode condition = conditions.get(i);
            if (condition.path("type").asString("").equals("PodScheduled")) {
                conditions.remove(i);
                break;
            }
        }
        ObjectNode scheduled = conditions.addObject();
        scheduled.putNull("lastProbeTime");
        scheduled
                .put("lastTransitionTime", Meta.time(now))
                .put("status", "True")
                .put("type", "PodScheduled");
    }

    private ApiException conflict(String why) {
        return ApiException.conflict("", "pods/binding", name, why);
    }

    @Override
    public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
        Ownership.update(pods, current, updated, manager, now);
    }

    @Override
    public boolean pinsVersion() {
        return false;
    }
}
