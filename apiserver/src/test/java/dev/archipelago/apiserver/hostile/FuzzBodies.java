package dev.archipelago.apiserver.hostile;

import com.google.protobuf.ByteString;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlWriter;
import dev.archipelago.apiserver.protobuf.Bodies;
import dev.archipelago.model.kinds.ResourceKind;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What is sent: objects and patches, in every encoding, more or less broken.
final class FuzzBodies {
    private static final List<String> YAMLS = List.of(
            "a: &a [1]\nb: *a\n",
            "a: &a {b: *a}\n",
            "? [1]\n: 2\n",
            "a: !!binary x\n",
            "- 1\n--- \n- 2\n",
            "\t",
            "a: 'x",
            "%YAML 9.9\n---\n",
            "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\ne: [*d,*d]\n",
            "<<: {a: 1}\nkind: X\n",
            "null",
            "{",
            "[1,2]",
            "\uFEFFa: 1");

    private final Random random;
    private final OddValues odd;
    private final Mutations mutations;
    private final SchemaObjects schemas;

    FuzzBodies(Random random, OddValues odd) {
        this.random = random;
        this.odd = odd;
        mutations = new Mutations(random, odd);
        schemas = new SchemaObjects(random, odd);
    }

    /// An object of a kind: the sample with a few changes, or one made up from the schema.
    ObjectNode object(ResourceKind kind, ObjectNode sample) {
        ObjectNode object = sample.deepCopy();
        if (odd.oneIn(3)) {
            object = schemas.object(kind.schema());
            object.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
            object.putObject("metadata").put("name", odd.oneIn(5) ? odd.text() : "x");
        }
        mutations.mutate(object, odd.oneIn(3) ? 0 : 1 + random.nextInt(4));
        return object;
    }

    byte[] json(JsonNode tree) {
        return broken(Json.bytes(tree));
    }

    byte[] yaml(ObjectNode tree) {
        if (odd.oneIn(20)) {
            return odd.pick(YAMLS).getBytes(StandardCharsets.UTF_8);
        }
        return broken(odd.oneIn(3) ? Json.bytes(tree) : YamlWriter.write(tree));
    }

    /// Sometimes the bytes as they are, sometimes not.
    private byte[] broken(byte[] bytes) {
        return switch (random.nextInt(30)) {
            case 0, 1, 2 -> mutations.mutate(bytes);
            case 3 -> odd.nested(1 + random.nextInt(3000)).getBytes(StandardCharsets.UTF_8);
            case 4 -> new byte[0];
            default -> bytes;
        };
    }

    byte[] protobuf() {
        Meta.ObjectMeta meta =
                Meta.ObjectMeta.newBuilder().setName("p").putLabels("a", "b").build();
        byte[] body = random.nextBoolean()
                ? Bodies.of(
                        "v1",
                        "ConfigMap",
                        V1.ConfigMap.newBuilder()
                                .setMetadata(meta)
                                .putBinaryData("k", ByteString.copyFromUtf8("v"))
                                .build())
                : Bodies.of(
                        "apps/v1",
                        "Deployment",
                        V1Apps.Deployment.newBuilder()
                                .setMetadata(meta)
                                .setSpec(V1Apps.DeploymentSpec.newBuilder().setReplicas(3))
                                .build());
        return odd.oneIn(4) ? body : mutations.mutate(body);
    }

    JsonNode jsonPatch(ObjectNode sample) {
        List<String> pointers = new ArrayList<>(List.of("", "/", "/x/y", "/metadata/labels/-", "/~2", "x"));
        pointers(sample, "", pointers);
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ObjectNode operation = operations.addObject();
            operation.put("op", odd.pick(List.of("add", "replace", "remove", "test", "move", "copy")));
            operation.put(
                    "path",
                    odd.pick(pointers) + odd.pick(List.of("", "", "", "/-", "/0", "/99999999999", "/-1", "/01")));
            operation.set("value", odd.value(2));
            operation.put("from", odd.pick(pointers));
            if (odd.oneIn(15)) {
                mutations.mutate(operation, 1);
            }
        }
        return odd.oneIn(30) ? odd.value(3) : operations;
    }

    private static void pointers(JsonNode node, String at, List<String> found) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                String child = at + '/' + field.getKey().replace("~", "~0").replace("/", "~1");
                found.add(child);
                pointers(field.getValue(), child, found);
            });
        } else {
            for (int i = 0; i < node.size(); i++) {
                found.add(at + '/' + i);
                pointers(node.get(i), at + '/' + i, found);
            }
        }
    }

    /// A part of the object with other values, and the directives of strategic merge patch here and there.
    ObjectNode mergePatch(ObjectNode sample, boolean directives) {
        ObjectNode patch = sample.deepCopy();
        mutations.mutate(patch, 1 + random.nextInt(5));
        if (directives && odd.oneIn(2)) {
            direct(patch);
        }
        return patch;
    }

    private void direct(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List.copyOf(object.properties()).forEach(field -> {
                if (odd.oneIn(8)) {
                    String prefix = odd.pick(List.of("$deleteFromPrimitiveList/", "$setElementOrder/"));
                    object.set(
                            prefix + field.getKey(),
                            odd.oneIn(4) ? odd.value(2) : field.getValue().deepCopy());
                }
                direct(field.getValue());
            });
            if (odd.oneIn(6)) {
                object.set(
                        "$patch",
                        odd.oneIn(5)
                                ? odd.value(1)
                                : object.stringNode(odd.pick(List.of("replace", "delete", "merge"))));
            }
            if (odd.oneIn(10)) {
                object.set(
                        "$retainKeys",
                        odd.oneIn(4)
                                ? odd.value(2)
                                : object.arrayNode().add("name").add("type"));
            }
        } else {
            node.forEach(this::direct);
        }
    }
}
