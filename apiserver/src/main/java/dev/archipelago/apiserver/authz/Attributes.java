package dev.archipelago.apiserver.authz;

import dev.archipelago.api.authn.UserInfo;

/// What somebody wants to do.
///
/// @param verb as RBAC knows it, such as `list` or `deletecollection`; for other paths the HTTP method in lower case
/// @param group the API group, empty for core
/// @param subresource empty for the resource itself
/// @param namespace empty for what has none, and for requests across all of them
/// @param name empty where a request names no object
/// @param path the URL path of a request that is not for a resource
public record Attributes(
        UserInfo user,
        String verb,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name,
        String path,
        boolean isResourceRequest) {

    public static Attributes ofResource(
            UserInfo user,
            String verb,
            String group,
            String version,
            String resource,
            String subresource,
            String namespace,
            String name) {
        return new Attributes(user, verb, group, version, resource, subresource, namespace, name, "", true);
    }

    public static Attributes ofPath(UserInfo user, String verb, String path) {
        return new Attributes(user, verb, "", "", "", "", "", "", path, false);
    }

    /// The resource with its subresource, as rules write it.
    String qualifiedResource() {
        return subresource.isEmpty() ? resource : resource + '/' + subresource;
    }
}
