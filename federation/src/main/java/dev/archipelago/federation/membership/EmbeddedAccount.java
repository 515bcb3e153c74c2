package dev.archipelago.federation.membership;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The account that the federation has in a cluster of its own process: the one that clusters grant which join, with
/// the same role. So the federation can give nobody more there than elsewhere.
public final class EmbeddedAccount {
    private static final String ACCOUNTS = "system:serviceaccounts";

    private final Grants grants;

    public EmbeddedAccount(String cluster) {
        grants = new Grants("archipelago-" + cluster + "-embedded", List.of(), false);
    }

    public Key key() {
        return grants.account();
    }

    /// Whom the cluster takes the federation for.
    public UserInfo user() {
        return UserInfo.of(
                "system:serviceaccount:" + key().namespace() + ':' + key().name(),
                ACCOUNTS,
                ACCOUNTS + ':' + Names.SYSTEM_NAMESPACE,
                "system:authenticated");
    }

    /// Sees to it that the account is there and has its role.
    ///
    /// @param cluster as somebody who may grant it
    public void grant(ClusterApi cluster) {
        apply(cluster, Grants.NAMESPACE, Key.global(Names.SYSTEM_NAMESPACE), Grants.namespaceObject());
        String role = apply(cluster, Grants.ROLE, Key.global(grants.name()), grants.roleObject());
        apply(cluster, Grants.ACCOUNT, grants.account(), grants.accountObject(role));
        apply(cluster, Grants.ROLE_BINDING, Key.global(grants.name()), grants.roleBindingObject(role));
    }

    /// @return the uid of what is there now
    private static String apply(ClusterApi cluster, Kind<?> kind, Key key, ObjectNode object) {
        return cluster.patch(kind, key, "", new PatchBody.Apply(object), true)
                .view()
                .path("metadata")
                .path("uid")
                .asString("");
    }
}
