package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Ends a membership: the reverse of [Joining]. What the federation has made in the cluster stays there,
/// with its labels.
public final class Leaving {
    private static final Key IDENTIFYING = Key.global("kube-system");

    private final ClusterApi federation;
    private final Connector connector;
    private final Consumer<String> say;

    /// @param connector reaches the member as the federation does
    /// @param say receives messages about what is left behind
    public Leaving(ClusterApi federation, Connector connector, Consumer<String> say) {
        this.federation = federation;
        this.connector = connector;
        this.say = say;
    }

    /// Removes a cluster. Its StatefulSet replicas stay there and are not placed elsewhere, unless `move` is set.
    ///
    /// @param force whether to remove a cluster that cannot be reached
    /// @param move whether the replicas that stay are given up and as many placed elsewhere; also for a
    /// cluster that has left already
    /// @throws IOException with the reason why it cannot leave
    public void leave(String name, boolean force, boolean move) throws IOException {
        Cluster cluster = federation.get(Cluster.KIND, Key.global(name)).orElse(null);
        List<StayingReplicas> staying = StayingReplicas.in(name, federation);
        if (cluster == null && (!move || staying.isEmpty())) {
            throw new IOException("there is no cluster " + name + " in the federation"
                    + (staying.isEmpty() ? "" : ", but StatefulSets have replicas there: --move gives them up"));
        }
        if (move) {
            refuseToMoveGlobal(name, staying);
        }
        staying.stream().filter(one -> one.count() > 0).forEach(one -> say.accept(one.text(move)));
        String remaining = cluster == null ? "" : leave(name, cluster, force);
        if (move) {
            for (StayingReplicas one : staying) {
                one.release(federation);
            }
        }
        if (!remaining.isEmpty()) {
            throw new IOException(remaining);
        }
    }

    /// Refuses to move replicas with global ordinals: they cannot be stopped there, and must not run twice.
    private static void refuseToMoveGlobal(String name, List<StayingReplicas> staying) throws IOException {
        String global = staying.stream()
                .filter(StayingReplicas::isGlobal)
                .map(one -> one.binding().template() + " (" + one.ordinals() + ")")
                .collect(Collectors.joining(", "));
        if (!global.isEmpty()) {
            throw new IOException("replicas with global ordinals cannot be moved off " + name
                    + ", where they may run on and so would run twice: StatefulSet " + global
                    + "; unjoin it without --move, and they stay there");
        }
    }

    /// @return what could not be removed from the cluster; empty when nothing remains
    private String leave(String name, Cluster cluster, boolean force) throws IOException {
        String uid = federation
                .get(Grants.NAMESPACE, IDENTIFYING)
                .orElseThrow(() -> new IOException("the federation has no namespace " + IDENTIFYING))
                .uid();
        Grants grants = Grants.of(name, uid, List.of(), false);
        JsonNode secret = cluster.secret()
                .flatMap(key -> federation.get(Grants.SECRET, key))
                .map(found -> (JsonNode) found.tree())
                .orElse(null);
        try (Connector.Connection connection = connect(cluster, secret, grants, force)) {
            // First, so that the federation stops using the account before it is removed.
            UndoLog.delete(federation, Cluster.KIND, cluster.key());
            try {
                if (connection != null) {
                    UndoLog.delete(connection.api(), Grants.ROLE, Key.global(grants.name()));
                }
                cluster.secret().ifPresent(this::deleteCredentials);
                return "";
            } catch (ApiException e) {
                return "cluster " + name + " has left, but not all is removed: " + e.getMessage() + "; there: "
                        + grants.removal();
            }
        }
    }

    /// Deletes the credentials unless they are in a namespace of somebody else.
    private void deleteCredentials(Key secret) {
        if (Names.CREDENTIAL_NAMESPACES.contains(secret.namespace())) {
            UndoLog.delete(federation, Grants.SECRET, secret);
        }
    }

    /// @return null when there is nothing to remove in the cluster, or it is not asked
    private Connector.@Nullable Connection connect(
            Cluster cluster, @Nullable JsonNode secret, Grants grants, boolean force) throws IOException {
        Connector.Connection connection = null;
        try {
            connection = connector.connect(cluster, secret);
            if (grantsAnything(connection.api(), grants)) {
                return connection;
            }
            connection.close();
            return null;
        } catch (ApiException | IOException e) {
            if (connection != null) {
                connection.close();
            }
            if (!force) {
                throw new IOException(
                        "cluster " + cluster.name() + " cannot be told to forget the federation: " + e.getMessage()
                                + " (--force leaves it as it is)",
                        e);
            }
            say.accept("the cluster was not reached: remove the federation's rights there with '" + grants.removal()
                    + "' there");
            return null;
        }
    }

    /// Whether the cluster has what [Joining] made. Such an account may read its own role. If reading is
    /// forbidden, the account was made otherwise, as for a cluster in the federation's own process, and there is
    /// nothing to remove.
    private static boolean grantsAnything(ClusterApi member, Grants grants) {
        try {
            return member.get(Grants.ROLE, Key.global(grants.name())).isPresent();
        } catch (ApiException e) {
            if (e.reason() == Reason.FORBIDDEN) {
                return false;
            }
            throw e;
        }
    }
}
