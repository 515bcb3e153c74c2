package dev.archipelago.apiserver.catalog;

import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.SelectableFields;
import dev.archipelago.apiserver.decode.ObjectDecoder;
import dev.archipelago.apiserver.table.Table;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A resource in one of the versions it is served in.
///
/// @param kind the resource as clients see it in this version
/// @param storage the kind that objects are stored as; several served versions share one
/// @param keyPrefix where the store keeps them, such as `deployments.apps/`
/// @param rules what is particular about the stored kind
/// @param conversion between the served version and the stored one
/// @param selectable the fields that field selectors may name
/// @param scale where it keeps its replicas, if it can be scaled
/// @param table how it is printed
/// @param openApiSchema what a CustomResourceDefinition says of it
/// @param custom whether a CustomResourceDefinition defines it
/// @param deprecation what clients of this version are warned with, or empty
public record ServedResource(
        ResourceKind kind,
        GroupVersionKind storage,
        String keyPrefix,
        KindRules rules,
        Conversion conversion,
        SelectableFields selectable,
        Optional<ScalePaths> scale,
        Table table,
        Optional<JsonNode> openApiSchema,
        boolean custom,
        String deprecation) {

    public String group() {
        return kind.group();
    }

    public String resource() {
        return kind.resource();
    }

    public boolean namespaced() {
        return kind.namespaced();
    }

    /// The same with one subresource more.
    public ServedResource with(Subresource subresource) {
        return new ServedResource(
                kind.with(subresource),
                storage,
                keyPrefix,
                rules,
                conversion,
                selectable,
                scale,
                table,
                openApiSchema,
                custom,
                deprecation);
    }

    public boolean hasStatus() {
        return kind.subresource("status").isPresent();
    }

    /// The keys of all objects, or of those in one namespace.
    public String keyPrefix(String namespace) {
        return namespaced() && !namespace.isEmpty() ? keyPrefix + namespace + '/' : keyPrefix;
    }

    public String key(String namespace, String name) {
        String last = KeyNames.escape(name);
        return namespaced() ? keyPrefix + namespace + '/' + last : keyPrefix + last;
    }

    /// The name of the object that is kept under a key.
    public String nameOf(String key) {
        return KeyNames.unescape(key.substring(key.lastIndexOf('/') + 1));
    }

    /// Decodes objects as clients send them.
    public ObjectDecoder decoder() {
        return custom
                ? ObjectDecoder.ofCustom(kind.version(), kind.kind(), rules::prune)
                : new ObjectDecoder(kind.version(), kind.kind(), kind.schema());
    }

    /// A stored object as clients of this version see it. The argument stays as it is.
    public ObjectNode served(ObjectNode stored) {
        return conversion.isIdentity() ? stored : conversion.fromStorage(stored.deepCopy());
    }

    /// A stored object in the form that clients of this version see, as bytes.
    public Stored served(Stored stored) {
        return conversion.passes(stored.json())
                ? stored
                : new Stored(Stored.encode(conversion.fromStorage(stored.tree())), stored.resourceVersion());
    }

    /// Where the store keeps the objects of a resource.
    public static String prefixOf(String group, String resource) {
        return group.isEmpty() ? resource + '/' : resource + '.' + group + '/';
    }
}
