package dev.archipelago.federation.render.overrides;

import static dev.archipelago.federation.render.overrides.Yaml.deployment;
import static dev.archipelago.federation.render.overrides.Yaml.overriding;
import static dev.archipelago.federation.render.overrides.Yaml.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What each kind of overrider does to an object.
class OverridersTest {
    private static final String SHA = "sha256:" + "0123456789abcdef".repeat(4);
    private static final String OTHER_SHA = "sha256:" + "fedcba9876543210".repeat(4);

    private static ObjectNode apply(ObjectNode object, String overriders) {
        return Yaml.apply(object, List.of(overriding(overriders))).object();
    }

    @ParameterizedTest
    @CsvSource({
        "web:1, Registry, add, images.example.com, images.example.com/web:1",
        "images.example.com/web:1, Registry, add, :5000, images.example.com:5000/web:1",
        "images.example.com/web:1, Registry, add, /mirror, images.example.com/mirror/web:1",
        "images.example.com:5000/shop/web:1, Registry, replace, other.example.com, other.example.com/shop/web:1",
        "images.example.com:5000/shop/web:1, Registry, replace, 'other.example.com/mirror', other.example.com/mirror/shop/web:1",
        "shop/web, Registry, replace, localhost:5000, localhost:5000/shop/web",
        "images.example.com/web, Registry, replace, '', web",
        "images.example.com:5000/shop/web:1, Registry, remove, '', shop/web:1",
        "web:1, Registry, remove, ignored, web:1",
        "images.example.com/web:1@SHA, Registry, replace, other.example.com, other.example.com/web:1@SHA",
        "images.example.com/web:1, Repository, add, -slim, images.example.com/web-slim:1",
        "images.example.com/shop/web:1, Repository, replace, a/b, images.example.com/a/b:1",
        "web@SHA, Repository, replace, b, b@SHA",
        "web:1, Tag, add, -slim, web:1-slim",
        "web, Tag, add, v1, web:v1",
        "web:1@SHA, Tag, add, -slim, web:1-slim",
        "web:1, Tag, replace, 2.0, web:2.0",
        "web, Tag, replace, 2.0, web:2.0",
        "images.example.com:5000/web, Tag, replace, 2.0, images.example.com:5000/web:2.0",
        "web@SHA, Tag, replace, 2.0, web:2.0",
        "web:1@SHA, Tag, replace, 2.0, web:2.0",
        "web:1, Tag, replace, OTHER, web@OTHER",
        "web:1@SHA, Tag, replace, OTHER, web@OTHER",
        "web:1, Tag, remove, '', web",
        "web@SHA, Tag, remove, '', web",
        "web:1@SHA, Tag, remove, '', web",
        "images.example.com:5000/web, Tag, remove, '', images.example.com:5000/web",
    })
    void images(String image, String component, String operator, String value, String expected) {
        ObjectNode pod =
                tree("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: '%s'}]}}"
                        .formatted(shas(image)));
        String overrider = "{component: %s, operator: %s, value: '%s'".formatted(component, operator, shas(value));

        assertThat(apply(pod, "{imageOverrider: [" + overrider + "}]}")
                        .at("/spec/containers/0/image")
                        .asString())
                .isEqualTo(shas(expected));
        assertThat(apply(pod, "{imageOverrider: [" + overrider + ", predicate: {path: /spec/containers/0/image}}]}")
                        .at("/spec/containers/0/image")
                        .asString())
                .isEqualTo(shas(expected));
    }

    private static String shas(String text) {
        return text.replace("SHA", SHA).replace("OTHER", OTHER_SHA);
    }

    @ParameterizedTest
    @CsvSource({
        "web:1, Repository, remove, ''",
        "web:1, Repository, replace, Upper",
        "web:1, Tag, replace, 'a b'",
        "web@SHA, Tag, add, '0'",
        "web:1, Registry, replace, 'https://images.example.com'",
        "not an image, Tag, replace, '1'",
    })
    void imagesThatWouldNotBeAny(String image, String component, String operator, String value) {
        ObjectNode pod =
                tree("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: '%s'}]}}"
                        .formatted(shas(image)));
        assertThatThrownBy(() -> apply(
                        pod,
                        "{imageOverrider: [{component: %s, operator: %s, value: '%s'}]}"
                                .formatted(component, operator, value)))
                .hasMessageContaining("spec.overrideRules[0].overriders.imageOverrider[0]")
                .hasMessageContaining(shas(image));
    }

    @ParameterizedTest
    @CsvSource({
        "v1, Pod, /spec",
        "apps/v1, Deployment, /spec/template/spec",
        "apps/v1, ReplicaSet, /spec/template/spec",
        "apps/v1, DaemonSet, /spec/template/spec",
        "apps/v1, StatefulSet, /spec/template/spec",
        "fissile.cloudfoundry.org/v1alpha1, ExtendedStatefulSet, /spec/template/spec/template/spec",
        "v1, ReplicationController, /spec/template/spec",
        "batch/v1, Job, /spec/template/spec",
        "batch/v1, CronJob, /spec/jobTemplate/spec/template/spec",
        "v1, PodTemplate, /template/spec",
    })
    void containersAreFoundInEachKind(String apiVersion, String kind, String path) {
        ObjectNode object = tree("{apiVersion: %s, kind: %s}".formatted(apiVersion, kind));
        ObjectNode pod = object;
        for (String step : path.substring(1).split("/")) {
            pod = pod.putObject(step);
        }
        pod.setAll(tree("{initContainers: [{name: a, image: b}], containers: [{name: c, image: d}, {name: e}]}"));

        ObjectNode result = apply(object, """
                {imageOverrider: [{component: Tag, operator: replace, value: '9'}],
                 commandOverrider: [{containerName: a, operator: add, value: [x]}],
                 argsOverrider: [{containerName: e, operator: add, value: [z]}]}
                """);

        assertThat(result.at(path)).isEqualTo(tree("""
                        initContainers: [{name: a, image: 'b:9', command: [x]}]
                        containers: [{name: c, image: 'd:9'}, {name: e, args: [z]}]
                        """));
    }

    @Test
    void imagesOfKindsWithoutPodsAreFoundByPathOnly() {
        ObjectNode object =
                tree("{kind: Flink, spec: {image: 'flink:1', template: {spec: {containers: [{image: a}]}}}}");
        assertThat(apply(object, "{imageOverrider: [{component: Tag, operator: replace, value: '2'}]}"))
                .isEqualTo(object);
        assertThat(
                        apply(
                                object,
                                "{imageOverrider: [{predicate: {path: /spec/image}, component: Tag, operator: replace, value: '2'}]}"))
                .isEqualTo(
                        tree("{kind: Flink, spec: {image: 'flink:2', template: {spec: {containers: [{image: a}]}}}}"));
    }

    @Test
    void severalImageOverridersWorkOneAfterTheOther() {
        assertThat(apply(deployment(), """
                        {imageOverrider: [
                          {component: Registry, operator: remove},
                          {component: Repository, operator: replace, value: b},
                          {component: Registry, operator: add, value: c.example.com}]}
                        """)
                        .at("/spec/template/spec/containers/0/image")
                        .asString())
                .isEqualTo("c.example.com/b:1.2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "commandOverrider | add | [x, z] | '[\"run\",\"-v\",\"x\",\"z\"]' | '[\"a\",\"b\",\"a\"]'",
                "commandOverrider | remove | [-v, z] | '[\"run\"]' | '[\"a\",\"b\",\"a\"]'",
                "commandOverrider | remove | [-v, run] | [] | '[\"a\",\"b\",\"a\"]'",
                "commandOverrider | add | [] | '[\"run\",\"-v\"]' | '[\"a\",\"b\",\"a\"]'",
                "argsOverrider | add | [a] | '[\"run\",\"-v\"]' | '[\"a\",\"b\",\"a\",\"a\"]'",
                "argsOverrider | remove | [a] | '[\"run\",\"-v\"]' | '[\"b\"]'",
            })
    void commandsAndArguments(String kind, String operator, String value, String command, String arguments) {
        ObjectNode result = apply(
                deployment(),
                "{%s: [{containerName: main, operator: %s, value: %s}]}".formatted(kind, operator, value));
        assertThat(result.at("/spec/template/spec/containers/0/command").toString())
                .isEqualTo(command);
        assertThat(result.at("/spec/template/spec/containers/0/args").toString())
                .isEqualTo(arguments);
        assertThat(result.at("/spec/template/spec/containers/1"))
                .isEqualTo(deployment().at("/spec/template/spec/containers/1"));
    }

    @Test
    void aContainerWithoutACommandGetsOne() {
        assertThat(apply(deployment(), "{commandOverrider: [{containerName: side, operator: add, value: [x]}]}")
                        .at("/spec/template/spec/containers/1/command")
                        .toString())
                .isEqualTo("[\"x\"]");
        assertThat(apply(deployment(), "{commandOverrider: [{containerName: side, operator: remove, value: [x]}]}"))
                .isEqualTo(deployment());
        assertThat(apply(deployment(), "{commandOverrider: [{containerName: none, operator: add, value: [x]}]}"))
                .isEqualTo(deployment());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "labels | add | {app: b, new: c} | {app: b, tier: front, new: c}",
                "labels | replace | {app: b, new: c} | {app: b, tier: front}",
                "labels | remove | {app: '', new: ''} | {tier: front}",
                "annotations | add | {example.com/a: b} | {example.com/owner: me, example.com/a: b}",
                "annotations | replace | {example.com/owner: you} | {example.com/owner: you}",
                "annotations | remove | {example.com/owner: anything} | {}",
            })
    void labelsAndAnnotations(String field, String operator, String value, String expected) {
        ObjectNode result =
                apply(deployment(), "{%sOverrider: [{operator: %s, value: %s}]}".formatted(field, operator, value));
        assertThat(result.at("/metadata/" + field)).isEqualTo(tree(expected));
        String other = field.equals("labels") ? "annotations" : "labels";
        assertThat(result.at("/metadata/" + other)).isEqualTo(deployment().at("/metadata/" + other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add | {kind: A, metadata: {name: a, labels: {x: b}}}",
                "replace | {kind: A, metadata: {name: a}}",
                "remove | {kind: A, metadata: {name: a}}",
            })
    void labelsOfAnObjectThatHasNone(String operator, String expected) {
        assertThat(apply(
                        tree("{kind: A, metadata: {name: a}}"),
                        "{labelsOverrider: [{operator: %s, value: {x: b}}]}".formatted(operator)))
                .isEqualTo(tree(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            json | {"b":1,"a":{"c":[1]}}   | {subPath: /a/c/-, operator: add, value: {d: e}}     | {"b":1,"a":{"c":[1,{"d":"e"}]}}
            json | {"b":1,"a":2}           | {subPath: /b, operator: replace, value: text}       | {"b":"text","a":2}
            json | {"b":1,"a":2}           | {subPath: /b, operator: remove}                     | {"a":2}
            json | {"b":1,"a":2}           | {subPath: /b, operator: remove, value: ignored}     | {"a":2}
            json | {"b":1}                 | {subPath: /b, operator: replace, value: null}       | {"b":null}
            json | [1,2]                   | {subPath: /0, operator: remove}                     | [2]
            json | "text"                  | {subPath: "", operator: replace, value: [1]}        | [1]
            json | {"a/b":{"c~d":1}}       | {subPath: /a~1b/c~0d, operator: replace, value: 2}  | {"a/b":{"c~d":2}}
            json | {"n":1.10,"m":123456789012345678901234567890,"a":0} | {subPath: /a, operator: remove} | {"n":1.10,"m":123456789012345678901234567890}
            yaml | `{b: 1, a: {c: [1]}}`   | {subPath: /a/c/0, operator: add, value: 0}          | `a:~  c:~  - 0~  - 1~b: 1~`
            yaml | `b: 1~a: "2"~`          | {subPath: /b, operator: replace, value: "yes"}      | `a: "2"~b: "yes"~`
            yaml | `b: 1~a: 2~`            | {subPath: /b, operator: remove}                     | `a: 2~`
            yaml | `- 1~- 2~`              | {subPath: /-, operator: add, value: 3}              | `- 1~- 2~- 3~`
            """)
    void documentsInFields(String format, String text, String step, String expected) {
        ObjectNode map = tree("{kind: ConfigMap, metadata: {name: a}, data: {other: x}}");
        ((ObjectNode) map.path("data")).put("conf/" + format, lines(text));
        ObjectNode result =
                apply(map, "{fieldOverrider: [{fieldPath: /data/conf~1%s, %s: [%s]}]}".formatted(format, format, step));
        assertThat(result.at("/data/conf~1" + format).asString()).isEqualTo(lines(expected));
        assertThat(result.at("/data/other").asString()).isEqualTo("x");
    }

    /// Tables have no line breaks: a tilde stands for one, except in JSON pointers.
    private static String lines(String text) {
        return text.startsWith("{\"a/b") ? text : text.replace('~', '\n');
    }

    @Test
    void stepsInOneDocumentFollowEachOther() {
        ObjectNode map = tree("{kind: ConfigMap, data: {a: '{\"x\": 1}'}}");
        assertThat(apply(map, """
                        {fieldOverrider: [
                          {fieldPath: /data/a, json: [
                            {subPath: /q, operator: add, value: {}}, {subPath: /q/z, operator: add, value: 2}]},
                          {fieldPath: /data/a, yaml: [{subPath: /x, operator: remove}]},
                          {fieldPath: /data/a}]}
                        """).at("/data/a").asString()).isEqualTo("q:\n  z: 2\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {path: /spec/replicas, operator: replace, value: 7} | /spec/replicas | 7
            {path: /spec/paused, operator: replace, value: true} | /spec/paused | true
            {path: /spec/replicas, operator: remove} | /spec/replicas |
            {path: /spec/replicas, operator: remove, value: null} | /spec/replicas |
            {path: /spec/strategy, operator: add, value: {type: Recreate}} | /spec/strategy | {"type":"Recreate"}
            {path: /spec/template/spec/containers/-, operator: add, value: {name: third}} | /spec/template/spec/containers/2 | {"name":"third"}
            {path: /spec/template/spec/containers/0/args/1, operator: add, value: z} | /spec/template/spec/containers/0/args | ["a","z","b","a"]
            {path: /spec/template/spec/containers/0/args/0, operator: remove} | /spec/template/spec/containers/0/args | ["b","a"]
            {path: /metadata/annotations/example.com~1owner, operator: replace, value: you} | /metadata/annotations/example.com~1owner | "you"
            {path: /metadata/labels/a~0b, operator: add, value: c} | /metadata/labels/a~0b | "c"
            {path: /spec/note, operator: add, value: null} | /spec/note | null
            """)
    void plainPatches(String patch, String pointer, @Nullable String expected) {
        JsonNode value = apply(deployment(), "{plaintext: [" + patch + "]}").at(pointer);
        if (expected == null) {
            assertThat(value.isMissingNode()).isTrue();
        } else {
            assertThat(value.toString()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {plaintext: [{path: /spec/none/a, operator: add, value: 1}]} | plaintext[0].path: Invalid value: "/spec/none/a": add operation does not apply: doc is missing path
            {plaintext: [{path: /kind, operator: remove}, {path: /spec/none, operator: remove}]} | plaintext[1].path: Invalid value: "/spec/none": remove operation does not apply
            {plaintext: [{path: /spec/template/spec/containers/9, operator: remove}]} | plaintext[0].path: Invalid value: "/spec/template/spec/containers/9": error in remove
            {plaintext: [{path: spec, operator: remove}]} | plaintext[0].path: Invalid value: "spec": JSON patch path
            {plaintext: [{path: "", operator: replace, value: 1}]} | plaintext[0].path: Invalid value: "": the result of the patch is not an object
            {plaintext: [{path: /spec/a, operator: add}]} | plaintext[0].value: Required value: the operator is add
            {plaintext: [{path: /spec/a, operator: move}]} | plaintext[0].operator: Unsupported value: "move"
            {imageOverrider: [{predicate: {path: /spec/image}, component: Tag, operator: remove}]} | imageOverrider[0].predicate.path: Invalid value: "/spec/image": the object has no such field
            {imageOverrider: [{predicate: {path: /spec/replicas}, component: Tag, operator: remove}]} | imageOverrider[0].predicate.path: Invalid value: "/spec/replicas": the field is not text
            {imageOverrider: [{predicate: {path: spec}, component: Tag, operator: remove}]} | imageOverrider[0].predicate.path: Invalid value: "spec": a JSON pointer must begin
            {imageOverrider: [{predicate: {}, component: Tag, operator: remove}]} | imageOverrider[0].predicate.path: Required value
            {imageOverrider: [{component: Name, operator: remove}]} | imageOverrider[0].component: Unsupported value: "Name"
            {imageOverrider: [{component: Tag, operator: set}]} | imageOverrider[0].operator: Unsupported value: "set"
            {imageOverrider: [{component: Tag, operator: replace, value: "a b"}]} | imageOverrider[0].value: Invalid value: "a b": it would make busybox:a b of the image busybox
            {commandOverrider: [{containerName: main, operator: replace}]} | commandOverrider[0].operator: Unsupported value: "replace": supported values: "add", "remove"
            {argsOverrider: [{containerName: main}]} | argsOverrider[0].operator: Unsupported value: ""
            {labelsOverrider: [{operator: merge, value: {}}]} | labelsOverrider[0].operator: Unsupported value
            {fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].fieldPath: Invalid value: "/data/a": the object has no such field
            {fieldOverrider: [{fieldPath: /metadata/labels, json: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].fieldPath: Invalid value: "/metadata/labels": the field is not text
            {fieldOverrider: [{fieldPath: /metadata/name, json: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].fieldPath: Invalid value: "/metadata/name": the text of the field is not JSON
            {fieldOverrider: [{fieldPath: /note, yaml: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].fieldPath: Invalid value: "/note": the text of the field is not YAML
            {fieldOverrider: [{fieldPath: /note, json: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].fieldPath: Invalid value: "/note": the text of the field is not JSON
            {fieldOverrider: [{fieldPath: /metadata/name, yaml: [{subPath: /a, operator: remove}]}]} | fieldOverrider[0].yaml[0].subPath: Invalid value
            {fieldOverrider: [{fieldPath: /metadata/name, yaml: [{subPath: a, operator: remove}]}]} | fieldOverrider[0].yaml[0].subPath: Invalid value: "a": a JSON pointer must begin
            {fieldOverrider: [{fieldPath: /metadata/name, yaml: [{subPath: "", operator: remove}]}]} | fieldOverrider[0].yaml[0].subPath: Invalid value: "": the whole document cannot be removed
            {fieldOverrider: [{fieldPath: /metadata/name, yaml: [{subPath: /a, operator: add}]}]} | fieldOverrider[0].yaml[0].value: Required value
            """)
    void whatCannotBeDoneIsSaid(String overriders, String complaint) {
        ObjectNode object = deployment().put("note", "{a: [}");
        ObjectNode before = object.deepCopy();
        ApiException refused = catchThrowableOfType(ApiException.class, () -> apply(object, overriders));
        assertThat(refused.reason()).isEqualTo(Reason.INVALID);
        assertThat(refused)
                .hasMessageStartingWith(
                        "ClusterOverridePolicy.policy.karmada.io \"p\" is invalid: spec.overrideRules[0].overriders.")
                .hasMessageContaining(complaint);
        assertThat(refused.details().causes()).hasSize(1);
        assertThat(object).isEqualTo(before);
    }
}
