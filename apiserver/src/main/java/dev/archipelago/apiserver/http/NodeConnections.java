package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.apiserver.registry.Target;
import tools.jackson.databind.node.ObjectNode;

/// Says why the subresources that need a connection to a node (log, exec, attach, portforward, proxy) are not served.
final class NodeConnections {
    private NodeConnections() {}

    /// @param object the pod, service or node that was asked for
    static ApiException refused(Target target, ObjectNode object) {
        String kind = target.resource().kind().singular();
        String node = object.path("spec").path("nodeName").asString("");
        if (kind.equals("pod") && node.isEmpty()) {
            return ApiException.badRequest("pod %s does not have a host assigned".formatted(target.name()));
        }
        String where = "%s \"%s\"".formatted(kind, target.name()) + (node.isEmpty() ? "" : " on node \"" + node + '"');
        return ApiException.badRequest(
                ("%s of %s is not available: this API server does not connect to nodes, and the pods of simulated"
                                + " nodes run no containers, so there is nothing to read, run or forward;"
                                + " \"kubectl describe %s %s\" shows what is known of it. For real nodes, ask the API"
                                + " server of the cluster that they belong to.")
                        .formatted(target.subresource(), where, kind, target.name()));
    }
}
