package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reports in a Cluster object whether the federation connects to its endpoint, and why not.
final class ConnectionCondition {
    static final String TYPE = "ConnectionAccepted";

    // The prober writes the same status now and then.
    private static final int TRIES = 10;

    private static final Logger log = LoggerFactory.getLogger(ConnectionCondition.class);

    private final ClusterApi federation;

    ConnectionCondition(ClusterApi federation) {
        this.federation = federation;
    }

    /// Sets the condition.
    ///
    /// @param connected whether an earlier connection still works, so that the cluster itself stays ready
    void refused(String name, String why, boolean connected, Instant now, EventSink events) {
        change(name, events, status -> {
            String message = "the federation does not connect to it: " + why;
            Conditions.set(status, new Conditions.Condition(TYPE, "False", "ConnectionRefused", message), now);
            if (!connected) {
                Conditions.set(
                        status, new Conditions.Condition(Cluster.READY, "False", "ConnectionRefused", message), now);
            }
        });
    }

    /// Removes the condition, also when the cache does not have it yet.
    void accepted(String name) {
        change(name, EventSink.SILENT, status -> Conditions.remove(status, TYPE));
    }

    private interface Change {
        void in(ObjectNode status);
    }

    private void change(String name, EventSink events, Change change) {
        for (int i = 0; i < TRIES; i++) {
            try {
                Cluster known = federation.get(Cluster.KIND, Key.global(name)).orElse(null);
                if (known == null) {
                    return;
                }
                ObjectNode tree = known.tree();
                ObjectNode status = Json.child(tree, "status");
                ObjectNode before = status.deepCopy();
                change.in(status);
                if (!status.equals(before)) {
                    federation.update(Cluster.KIND, tree, "status");
                    ReadyChange.of(known, status).ifPresent(note -> events.say(ReadyChange.SOURCE, note));
                }
                return;
            } catch (ApiException e) {
                if (e.reason() != Reason.CONFLICT) {
                    log.warn("the condition of cluster {} could not be written: {}", name, e.getMessage());
                    return;
                }
            }
        }
    }
}
