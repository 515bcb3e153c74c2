package dev.archipelago.apiserver.authz;

import java.util.Optional;

/// The four kinds of objects that make up the policy.
public enum RbacKind {
    ROLE("Role", "roles"),
    CLUSTER_ROLE("ClusterRole", "clusterroles"),
    ROLE_BINDING("RoleBinding", "rolebindings"),
    CLUSTER_ROLE_BINDING("ClusterRoleBinding", "clusterrolebindings");

    public static final String GROUP = "rbac.authorization.k8s.io";

    private final String kind;
    private final String resource;

    RbacKind(String kind, String resource) {
        this.kind = kind;
        this.resource = resource;
    }

    public String kind() {
        return kind;
    }

    public String resource() {
        return resource;
    }

    public static Optional<RbacKind> of(String kind) {
        for (RbacKind value : values()) {
            if (value.kind.equals(kind)) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }
}
