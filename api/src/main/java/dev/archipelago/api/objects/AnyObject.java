package dev.archipelago.api.objects;

import dev.archipelago.model.kinds.GroupVersionKind;
import tools.jackson.databind.JsonNode;

/// An object of which only the metadata matters, of a kind that may be known at run time only.
public final class AnyObject extends ApiObject {

    public AnyObject(Stored stored, JsonNode tree) {
        super(stored, tree);
    }

    public static Kind<AnyObject> kind(GroupVersionKind type, String resource, boolean namespaced) {
        return new Kind<>(type, resource, namespaced, AnyObject::new, Stored::head);
    }
}
