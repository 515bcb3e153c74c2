package dev.archipelago.apiserver.relay;

import dev.archipelago.api.relay.Relay;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.model.kinds.Subresource;
import java.util.List;

/// A subresource that is served by passing its requests on, with whatever follows in the path. Access is granted to
/// `resource/subresource` with the verb of the request, as to `nodes/proxy` in Kubernetes.
///
/// @param optionsKind the kind that discovery gives it, such as `NodeProxyOptions`
public record RelayedSubresource(String group, String resource, String subresource, String optionsKind, Relay relay) {
    private static final List<String> VERBS = List.of("create", "delete", "get", "patch", "update");

    /// Whether it belongs to a resource, in whatever version.
    public boolean belongsTo(ServedResource served) {
        return served.group().equals(group) && served.resource().equals(resource);
    }

    /// A resource with all that belongs to it, for discovery.
    public static ServedResource furnished(ServedResource served, List<RelayedSubresource> relayed) {
        ServedResource furnished = served;
        for (RelayedSubresource one : relayed) {
            if (one.belongsTo(served)) {
                furnished = furnished.with(new Subresource(
                        one.subresource, one.group, served.kind().version(), one.optionsKind, VERBS));
            }
        }
        return furnished;
    }
}
