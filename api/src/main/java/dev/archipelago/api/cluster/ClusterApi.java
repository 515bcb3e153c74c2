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

/// The Kubernetes API of one cluster, as seen by one user. Callers need not know whether it is local or remote.
///
/// Every call blocks until it is answered, and may be made from any thread. Failures throw an [ApiException]. After
/// [dev.archipelago.api.errors.Reason#TIMEOUT] and [dev.archipelago.api.errors.Reason#SERVICE_UNAVAILABLE], a write
/// may have taken effect all the same.
public interface ClusterApi {

    <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key);

    /// All objects of a kind, at one resourceVersion.
    default <T extends ApiObject> Listing<T> list(Kind<T> kind) {
        return list(kind, Selection.ALL);
    }

    /// The selected objects of a kind, at one resourceVersion. The server filters them: others are not sent.
    <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection);

    /// Watches all objects of a kind.
    default <T extends ApiObject> Subscription watch(Kind<T> kind, long after, Watcher<T> watcher) {
        return watch(kind, Selection.ALL, after, watcher);
    }

    /// Watches selected objects: the watcher receives every change after a resourceVersion, in order, until the
    /// subscription is closed or the watch ends. An object that is no longer selected is reported as removed, one
    /// that becomes selected as changed.
    ///
    /// @throws ApiException EXPIRED when the changes since `after` are no longer available
    <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher);

    Stored create(Kind<?> kind, ObjectNode object);

    /// Replaces an object. If it has a resourceVersion, this must be the current one.
    ///
    /// @param subresource `status`, `finalize`, or empty for the object itself
    Stored update(Kind<?> kind, ObjectNode object, String subresource);

    Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force);

    /// Deletes an object, or marks it for deletion while finalizers or a grace period keep it.
    ///
    /// @return the object that remains; empty when it is gone
    Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options);

    /// Binds a pod to a node.
    void bind(Key pod, ObjectNode binding);

    /// Every kind that can be listed, watched and deleted, in one version each.
    List<Kind<AnyObject>> kinds();

    /// Returns when the server reports that it is ready.
    ///
    /// @throws ApiException SERVICE_UNAVAILABLE or TIMEOUT when it does not answer
    default void checkReady() {}

    /// The version that the server reports, such as `v1.36.4`; empty for none.
    default String version() {
        return "";
    }

    /// Whether a namespace has any object of a kind now.
    default boolean hasAny(Kind<?> kind, String namespace) {
        return !list(kind, Selection.in(namespace)).objects().isEmpty();
    }

    /// Deletes all objects of a kind in a namespace, or marks them for deletion.
    default void deleteAll(Kind<?> kind, String namespace) {
        for (ApiObject object : list(kind, Selection.in(namespace)).objects()) {
            delete(kind, object.key(), DeleteOptions.NONE);
        }
    }

    record Listing<T extends ApiObject>(List<T> objects, long resourceVersion) {}

    /// A running watch. Closing it ends the calls of its watcher; a call in progress may still finish.
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /// Receives the changes of a watch, one call at a time. It must not block.
    interface Watcher<T extends ApiObject> {
        void changed(T object);

        /// An object was deleted, or is no longer selected.
        ///
        /// @param object its last selected state; some servers send its current state
        /// @param resourceVersion that of the removal
        void removed(T object, long resourceVersion);

        /// All changes up to a resourceVersion have been received, as a bookmark tells.
        default void progressed(long resourceVersion) {}

        /// The watch has ended; no further call follows.
        ///
        /// @param reason EXPIRED when a watch cannot continue from the last received resourceVersion
        void ended(ApiException reason);
    }
}
