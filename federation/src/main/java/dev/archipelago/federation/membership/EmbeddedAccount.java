package dev.archipelago.federation.membership;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The federation's account in a cluster of its own process. It has the same role as in a joined cluster, so the
/// federation can grant no more there than elsewhere.
public final class EmbeddedAccount {
    private static final String ACCOUNTS = "system:serviceaccounts";

    private final Grants grants;

    public EmbeddedAccount(String cluster) {
        grants = new Grants("archipelago-" + cluster + "-embedded", List.of(), false);
    }

    public Key key() {
        return grants.account();
    }

    /// The user that the federation is in the cluster.
    public UserInfo user() {
        return UserInfo.of(
                "system:serviceaccount:" + key().namespace() + ':' + key().name(),
                ACCOUNTS,
                ACCOUNTS + ':' + Names.SYSTEM_NAMESPACE,
                "system:authenticated");
    }

    /// Creates or repairs the account and its role.
    ///
    /// @param cluster with the rights to grant it
    public void grant(ClusterApi cluster) {
        apply(cluster, Grants.NAMESPACE, Key.global(Names.SYSTEM_NAMESPACE), Grants.namespaceObject());
        String role = apply(cluster, Grants.ROLE, Key.global(grants.name()), grants.roleObject());
        apply(cluster, Grants.ACCOUNT, grants.account(), grants.accountObject(role));
        apply(cluster, Grants.ROLE_BINDING, Key.global(grants.name()), grants.roleBindingObject(role));
    }

    /// @return the uid of the stored object
    private static String apply(ClusterApi cluster, Kind<?> kind, Key key, ObjectNode object) {
        return cluster.patch(kind, key, "", new PatchBody.Apply(object), true)
                .view()
                .path("metadata")
                .path("uid")
                .asString("");
    }
}
