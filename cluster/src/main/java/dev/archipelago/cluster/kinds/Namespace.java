package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A Namespace.
public final class Namespace extends ApiObject {
    public static final Kind<Namespace> KIND = Kind.global("v1", "Namespace", "namespaces", Namespace::new);

    private final List<String> contentFinalizers;
    private final JsonNode status;

    private Namespace(Stored stored, JsonNode tree) {
        super(stored, tree);
        contentFinalizers = Texts.list(tree.path("spec").path("finalizers"));
        status = tree.path("status");
    }

    /// The finalizers in `spec`, which wait for the deletion of the contents.
    public List<String> contentFinalizers() {
        return contentFinalizers;
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }
}
