package dev.archipelago.federation.testing;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// Objects of the federation and of its members, written as YAML.
public final class TestingObjects {
    /// The namespace of all namespaced objects.
    public static final String NAMESPACE = "shop";

    private TestingObjects() {}

    public static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    public static <T extends ApiObject> T read(Kind<T> kind, String yaml) {
        return read(kind, tree(yaml));
    }

    public static <T extends ApiObject> T read(Kind<T> kind, ObjectNode tree) {
        return read(kind, tree, 1);
    }

    /// An object as in a cache. The default uid is its name.
    public static <T extends ApiObject> T read(Kind<T> kind, ObjectNode tree, long revision) {
        ObjectNode copy = tree.deepCopy();
        copy.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        ObjectNode metadata = Meta.of(copy);
        if (!metadata.has("uid")) {
            metadata.put("uid", Meta.name(copy));
        }
        return kind.read(new Stored(Stored.encode(copy), revision));
    }

    /// A kind by its apiVersion and name, such as `apps/v1 StatefulSet`.
    public static Kind<AnyObject> kind(String text, boolean namespaced) {
        List<String> words = List.of(text.split(" "));
        String name = words.getLast();
        return AnyObject.kind(
                GroupVersionKind.of(words.getFirst(), name), name.toLowerCase(Locale.ROOT) + 's', namespaced);
    }

    /// An object of a kind such as `apps/v1 StatefulSet`, in the namespace.
    ///
    /// @param yaml may omit metadata; the default name is `web`
    public static Template template(String kind, String yaml) {
        ObjectNode tree = tree(yaml);
        ObjectNode metadata = Json.child(tree, "metadata");
        metadata.put("namespace", NAMESPACE);
        if (!metadata.has("name")) {
            metadata.put("name", "web");
        }
        return of(kind(kind, true), tree);
    }

    /// The same for a cluster-scoped object.
    public static Template globalTemplate(String kind, String yaml) {
        return of(kind(kind, false), tree(yaml));
    }

    private static Template of(Kind<AnyObject> kind, ObjectNode tree) {
        return new Template(kind, read(kind, tree));
    }

    /// A ready cluster.
    public static Cluster cluster(String name) {
        return cluster(name, "{}");
    }

    /// A cluster, by default ready.
    ///
    /// @param yaml the fields that differ from the default
    public static Cluster cluster(String name, String yaml) {
        ObjectNode tree = tree("{status: {conditions: [{type: Ready, status: 'True'}]}}");
        tree.setAll(tree(yaml));
        Json.child(tree, "metadata").put("name", name);
        return read(Cluster.KIND, tree);
    }

    public static Cluster away(String name) {
        return cluster(name, "{status: {conditions: [{type: Ready, status: Unknown}]}}");
    }

    public static Policy policy(String name, String spec) {
        return read(
                Policy.PROPAGATION, "{metadata: {name: %s, namespace: %s}, spec: %s}".formatted(name, NAMESPACE, spec));
    }

    public static Policy globalPolicy(String name, String spec) {
        return read(Policy.GLOBAL_PROPAGATION, "{metadata: {name: %s}, spec: %s}".formatted(name, spec));
    }
}
