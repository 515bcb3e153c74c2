package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// The objects created so far, so that they can be deleted after a failure.
final class UndoLog {
    private final Deque<Made> made = new ArrayDeque<>();

    private record Made(ClusterApi api, String where, Kind<?> kind, Key key) {
        String text() {
            return kind.name().toLowerCase(Locale.ROOT) + ' ' + key + ' ' + where;
        }
    }

    /// Creates an object.
    ///
    /// @param where for messages, such as `in the federation`
    Stored create(ClusterApi api, String where, Kind<?> kind, ObjectNode object) {
        Made one = new Made(api, where, kind, new Key(Meta.namespace(object), Meta.name(object)));
        try {
            Stored stored = api.create(kind, object);
            made.push(one);
            return stored;
        } catch (ApiException e) {
            // Without an answer it may still have been created.
            if (e.reason() == Reason.TIMEOUT || e.reason() == Reason.SERVICE_UNAVAILABLE) {
                made.push(one);
            }
            throw e;
        }
    }

    /// Creates an object unless it exists; an existing one is never deleted.
    void createUnlessThere(ClusterApi api, String where, Kind<?> kind, ObjectNode object) {
        try {
            create(api, where, kind, object);
        } catch (ApiException e) {
            if (e.reason() != Reason.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    /// Deletes the last object again.
    void takeBackLast() {
        Made one = made.pop();
        delete(one.api(), one.kind(), one.key());
    }

    /// Deletes all, the last first. What fails is reported and left.
    void takeBack(Consumer<String> say) {
        while (!made.isEmpty()) {
            Made one = made.pop();
            try {
                delete(one.api(), one.kind(), one.key());
                say.accept("took back " + one.text());
            } catch (ApiException e) {
                say.accept("could not take back " + one.text() + ": " + e.getMessage());
            }
        }
    }

    /// Deletes an object that may be gone.
    static void delete(ClusterApi api, Kind<?> kind, Key key) {
        try {
            api.delete(kind, key, DeleteOptions.NONE);
        } catch (ApiException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }
}
