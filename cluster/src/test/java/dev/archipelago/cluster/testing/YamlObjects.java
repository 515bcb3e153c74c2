package dev.archipelago.cluster.testing;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// Reads objects from YAML in the form that controllers see.
public final class YamlObjects {
    private YamlObjects() {}

    public static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    public static <T extends ApiObject> T read(Kind<T> kind, String yaml) {
        return read(kind, tree(yaml), 1);
    }

    public static <T extends ApiObject> T read(Kind<T> kind, ObjectNode tree, long revision) {
        ObjectNode copy = tree.deepCopy();
        copy.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        Meta.of(copy);
        return kind.read(new Stored(Stored.encode(copy), revision));
    }

    /// An object after the updates of a plan.
    public static <T extends ApiObject> T after(Plan plan, Kind<T> kind, T object) {
        T result = object;
        for (Action action : plan.actions()) {
            if (action instanceof Action.Update update && update.kind().equals(kind)) {
                result = read(kind, update.object(), result.resourceVersion() + 1);
            }
        }
        return result;
    }
}
