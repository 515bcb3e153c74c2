package dev.archipelago.controller.plan;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import tools.jackson.databind.node.ObjectNode;

/// One call to the API, or one effect elsewhere.
public sealed interface Action {

    record Create(Kind<?> kind, ObjectNode object) implements Action {}

    /// Replaces an object.
    ///
    /// @param object with the resourceVersion it was decided from
    /// @param subresource `status`, `finalize`, or empty for the object itself
    record Update(Kind<?> kind, ObjectNode object, String subresource) implements Action {}

    /// Patches an object.
    ///
    /// @param force takes over fields that others own, in a server-side apply
    record Patch(Kind<?> kind, Key key, String subresource, PatchBody body, boolean force) implements Action {}

    /// Deletes one object, and no other of the same name. It succeeds when the object is gone already.
    ///
    /// @param key without a name for all objects of the kind in a namespace
    record Delete(Kind<?> kind, Key key, DeleteOptions options) implements Action {}

    /// Binds a pod to a node.
    record Bind(Key pod, ObjectNode binding) implements Action {}

    /// Confirms a fact about an object by a live read, before the next action relies on it.
    ///
    /// @param uid empty for any object with the name
    record Confirm(Kind<?> kind, Key key, String uid, Fact fact) implements Action {

        /// Confirms that an object exists and is not being deleted.
        public Confirm(Kind<?> kind, Key key, String uid) {
            this(kind, key, uid, Fact.ALIVE);
        }
    }

    /// Confirms by a live read that a namespace has no object of a kind.
    record ConfirmNone(Kind<?> kind, String namespace) implements Action {}

    /// Does something that is not at the API, such as starting a container.
    record Perform(Effect effect) implements Action {}
}
