package dev.archipelago.federation.admission;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.builtin.KindActors;
import dev.archipelago.apiserver.builtin.KindActors.Actor;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.federation.match.Eligible;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Warns the creator of an object that will have no effect: it is not propagated, or no controller acts on it.
final class CreationWarnings {
    /// Kinds that are never propagated although users may expect it. Other such kinds are written by programs for
    /// the server that they talk to.
    private static final Set<String> MISLEADING = Set.of(
            "nodes",
            "endpoints",
            "endpointslices.discovery.k8s.io",
            "volumeattachments.storage.k8s.io",
            "csinodes.storage.k8s.io",
            "csistoragecapacities.storage.k8s.io");

    private CreationWarnings() {}

    static void give(AdmissionRequest request, JsonNode object, Propagation propagation) {
        String resource = resource(request);
        Kind<AnyObject> kind = AnyObject.kind(
                GroupVersionKind.of(
                        object.path("apiVersion").asString(""),
                        request.resource().kind().kind()),
                request.resource().resource(),
                request.resource().namespaced());
        AnyObject head = new AnyObject(new Stored(new byte[0], 0), object);
        boolean isTemplate = Eligible.isTemplate(kind, head);
        if (isTemplate && propagation.isPropagated(new Template(kind, head))) {
            if (isWithoutController(resource)) {
                request.warn()
                        .accept(resource + ": embedded clusters have no controller that acts on the object;"
                                + " it does something only in joined clusters that have one");
            }
        } else if (isTemplate || MISLEADING.contains(resource)) {
            request.warn().accept(resource + ": the object is in no cluster: " + Eligible.whyNowhere(kind, head));
        }
    }

    private static boolean isWithoutController(String resource) {
        return KindActors.all().get(resource) == Actor.CONTROLLER && !MemberCluster.ACTS_ON.contains(resource);
    }

    private static String resource(AdmissionRequest request) {
        String group = request.resource().group();
        return request.resource().resource() + (group.isEmpty() ? "" : '.' + group);
    }
}
