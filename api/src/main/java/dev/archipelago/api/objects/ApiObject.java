package dev.archipelago.api.objects;

import java.lang.ref.WeakReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An object of the API as it was at one resourceVersion. Subclasses add what controllers look at, decoded once; the
/// rest
/// stays serialised and is only decoded for those who write the object. Immutable.
public abstract class ApiObject {
    private final Stored stored;
    private final ObjectMeta meta;

    // Who plans looks at what has just arrived, and mostly more than once: kept until memory is collected.
    private volatile @Nullable WeakReference<JsonNode> view;

    /// @param tree the whole object, of which nothing may be kept: it is many times larger than the serialised form
    protected ApiObject(Stored stored, JsonNode tree) {
        this.stored = stored;
        this.meta = ObjectMeta.read(tree.path("metadata"));
    }

    public final ObjectMeta meta() {
        return meta;
    }

    public final Key key() {
        return meta.key();
    }

    public final String namespace() {
        return meta.key().namespace();
    }

    public final String name() {
        return meta.key().name();
    }

    public final String uid() {
        return meta.uid();
    }

    public final Map<String, String> labels() {
        return meta.labels();
    }

    public final boolean isDeleting() {
        return meta.deleted().isPresent();
    }

    /// The resourceVersion of its last change.
    public final long resourceVersion() {
        return stored.resourceVersion();
    }

    public final Stored stored() {
        return stored;
    }

    /// The whole object but for who manages which field, for those who only look at it: it is shared.
    public final JsonNode view() {
        WeakReference<JsonNode> known = view;
        JsonNode tree = known == null ? null : known.get();
        if (tree == null) {
            tree = stored.view();
            view = new WeakReference<>(tree);
        }
        return tree;
    }

    /// The whole object, fresh and free to be changed.
    public final ObjectNode tree() {
        return stored.tree();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + ' ' + key() + '@' + resourceVersion();
    }
}
