package dev.archipelago.federation.match;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// Objects of the federation, written as YAML.
public final class TestingTemplates {
    private TestingTemplates() {}

    public static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    public static <T extends ApiObject> T read(Kind<T> kind, String yaml) {
        ObjectNode tree = tree(yaml).put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        return kind.read(new Stored(Stored.encode(tree), 1));
    }

    public static Template template(String yaml) {
        ObjectNode tree = tree(yaml);
        String name = tree.path("kind").asString();
        Kind<AnyObject> kind = AnyObject.kind(
                GroupVersionKind.of(tree.path("apiVersion").asString(), name),
                name.toLowerCase(Locale.ROOT) + 's',
                tree.path("metadata").has("namespace"));
        return new Template(kind, read(kind, yaml));
    }
}
