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

    /// Changes an object as a patch says.
    ///
    /// @param force takes over fields that others own, in a server-side apply
    record Patch(Kind<?> kind, Key key, String subresource, PatchBody body, boolean force) implements Action {}

    /// Deletes one object and no other of the same name. That it is gone already is as good.
    ///
    /// @param key without a name for all objects of the kind in a namespace
    record Delete(Kind<?> kind, Key key, DeleteOptions options) implements Action {}

    /// Gives a pod to a node.
    record Bind(Key pod, ObjectNode binding) implements Action {}

    /// Makes sure, by a live read, that something holds of an object, before something is done because of it.
    ///
    /// @param uid empty for whatever object has the name
    record Confirm(Kind<?> kind, Key key, String uid, Fact fact) implements Action {

        /// That an object still exists and is not being deleted.
        public Confirm(Kind<?> kind, Key key, String uid) {
            this(kind, key, uid, Fact.ALIVE);
        }
    }

    /// Makes sure, by a live read, that a namespace has no object of a kind, before something is done because of it.
    record ConfirmNone(Kind<?> kind, String namespace) implements Action {}

    /// Does something that is not at the API, such as starting a container.
    record Perform(Effect effect) implements Action {}
}
