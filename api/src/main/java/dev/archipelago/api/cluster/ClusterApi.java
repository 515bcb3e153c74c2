package dev.archipelago.api.cluster;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The API of one cluster, as one user. Controllers cannot tell where it runs.
///
/// Every call blocks until it is answered and may be made from any thread. What fails throws an [ApiException]; with
/// [dev.archipelago.api.errors.Reason#TIMEOUT] and
/// [dev.archipelago.api.errors.Reason#SERVICE_UNAVAILABLE] a write may have happened all the same.
public interface ClusterApi {

    <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key);

    /// All objects of a kind, at one resourceVersion.
    default <T extends ApiObject> Listing<T> list(Kind<T> kind) {
        return list(kind, Selection.ALL);
    }

    /// The selected objects of a kind, at one resourceVersion. The server selects: others are not sent.
    <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection);

    /// Tells of every change of a kind.
    default <T extends ApiObject> Subscription watch(Kind<T> kind, long after, Watcher<T> watcher) {
        return watch(kind, Selection.ALL, after, watcher);
    }

    /// Tells of every change of selected objects after a resourceVersion, in order, until the subscription is closed or
    /// the
    /// watcher is told that it ended. An object that is no longer selected counts as removed, one that begins to be
    /// selected as changed.
    ///
    /// @throws ApiException EXPIRED when the changes since `after` are not known any more
    <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher);

    Stored create(Kind<?> kind, ObjectNode object);

    /// Replaces an object. With a resourceVersion in it, only that version.
    ///
    /// @param subresource `status`, `finalize`, or empty for the object itself
    Stored update(Kind<?> kind, ObjectNode object, String subresource);

    Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force);

    /// Deletes an object or asks it to go.
    ///
    /// @return what is left of it; nothing when it is gone
    Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options);

    /// Gives a pod to a node.
    void bind(Key pod, ObjectNode binding);

    /// Every kind that can be listed, watched and deleted, in one version each.
    List<Kind<AnyObject>> kinds();

    /// Returns when the server says that it is ready.
    ///
    /// @throws ApiException SERVICE_UNAVAILABLE or TIMEOUT when it does not answer
    default void checkReady() {}

    /// The version that the server says it has, such as `v1.36.4`; empty when it says none.
    default String version() {
        return "";
    }

    /// Whether a namespace has any object of a kind now.
    default boolean hasAny(Kind<?> kind, String namespace) {
        return !list(kind, Selection.in(namespace)).objects().isEmpty();
    }

    /// Deletes all objects of a kind in a namespace, or asks them to go.
    default void deleteAll(Kind<?> kind, String namespace) {
        for (ApiObject object : list(kind, Selection.in(namespace)).objects()) {
            delete(kind, object.key(), DeleteOptions.NONE);
        }
    }

    record Listing<T extends ApiObject>(List<T> objects, long resourceVersion) {}

    /// A running watch. Closing it stops the calls; one that is under way may still finish.
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /// Is told of changes, one call at a time, and must not block.
    interface Watcher<T extends ApiObject> {
        void changed(T object);

        /// An object is gone, or no longer selected.
        ///
        /// @param object as it was when it was last selected; of some servers, as it is now
        /// @param resourceVersion at which it went
        void removed(T object, long resourceVersion);

        /// All changes up to a resourceVersion have been told.
        default void progressed(long resourceVersion) {}

        /// Nothing follows.
        ///
        /// @param reason EXPIRED when it is of no use to watch again from the last resourceVersion seen
        void ended(ApiException reason);
    }
}
